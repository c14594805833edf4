/** What bytes are, by their content. */
export type FileType =
  | "zip"
  | "gzip"
  | "tar"
  | "sealed-archive"
  | "png"
  | "jpeg"
  | "gif"
  | "riff"
  | "pdf"
  | "media"
  | "font"
  | "program"
  | "bytecode"
  | "office"
  | "data"
  | "text-or-unknown";

/** The type of a file by its first bytes; its name says nothing. */
export function fileType(bytes: Uint8Array): FileType {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  for (const [prefix, type] of PREFIXES) if (head.startsWith(prefix)) return type;
  if (head.slice(4, 8) === "ftyp") return "media";
  if (isBytecode(bytes)) return "bytecode";
  if (Buffer.from(bytes.subarray(257, 262)).toString("latin1") === "ustar") return "tar";
  return "text-or-unknown";
}

const PREFIXES: readonly (readonly [string, FileType])[] = [
  ["PK\x03\x04", "zip"],
  ["PK\x05\x06", "zip"],
  ["\x1f\x8b", "gzip"],
  ["7z\xbc\xaf\x27\x1c", "sealed-archive"],
  ["Rar!\x1a\x07", "sealed-archive"],
  ["\xfd7zXZ\0", "sealed-archive"],
  ["BZh", "sealed-archive"],
  ["\x28\xb5\x2f\xfd", "sealed-archive"],
  ["MSCF", "sealed-archive"],
  ["xar!", "sealed-archive"],
  ["\x89PNG\r\n\x1a\n", "png"],
  ["\xff\xd8\xff", "jpeg"],
  ["GIF87a", "gif"],
  ["GIF89a", "gif"],
  ["RIFF", "riff"],
  ["%PDF-", "pdf"],
  ["OggS", "media"],
  ["fLaC", "media"],
  ["ID3", "media"],
  ["\x1a\x45\xdf\xa3", "media"],
  ["BM", "media"],
  ["\0\0\x01\0", "media"],
  ["II*\0", "media"],
  ["MM\0*", "media"],
  ["\0\x01\0\0", "font"],
  ["OTTO", "font"],
  ["true", "font"],
  ["ttcf", "font"],
  ["wOFF", "font"],
  ["wOF2", "font"],
  ["\x7fELF", "program"],
  ["\xcf\xfa\xed\xfe", "program"],
  ["\xce\xfa\xed\xfe", "program"],
  ["\xfe\xed\xfa\xce", "program"],
  ["\xfe\xed\xfa\xcf", "program"],
  ["\xca\xfe\xba\xbe", "program"],
  ["MZ", "program"],
  ["\0asm", "program"],
  ["dex\n", "program"],
  ["!<arch>", "program"],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "office"],
  ["SQLite format 3\0", "data"],
  ["PAR1", "data"],
];

/** Compiled Python: a version, then a line break that no text editor writes there. */
function isBytecode(bytes: Uint8Array): boolean {
  return (
    bytes.length >= 16 &&
    bytes[2] === 0x0d &&
    bytes[3] === 0x0a &&
    (bytes[1] === 0x0d || bytes[1] === 0x0c || bytes[1] === 0x0e || bytes[1] === 0xf3 || bytes[1] === 0xf2)
  );
}
