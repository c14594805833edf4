/** The version of this package; a test keeps it equal to package.json, which a bundle cannot find at run time. */
export const VERSION = "0.1.0";
