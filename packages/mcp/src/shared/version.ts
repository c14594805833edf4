/** The version of this package; `npm run release` sets it together with package.json. */
export const VERSION = "0.1.0";
