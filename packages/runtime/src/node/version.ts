/** The version of this package. A test compares it with package.json, which a bundle cannot find at run time. */
export const VERSION = "0.1.0";
