/** Version of the package. */
export const VERSION = "0.1.0";

/** Name and version of the scanner. The last number rises with every change that can change a verdict. */
export const SCANNER_ID: string = `knowhow-scanner/${VERSION}+7`;
