import { crc32, deflateRawSync, deflateSync } from "node:zlib";

/** A file for an archive. */
export interface PackedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Says that the content is encrypted; it is only marked so. */
  readonly isLocked?: boolean;
  readonly isStored?: boolean;
  /** Leaves the file out of the directory. */
  readonly isUnlisted?: boolean;
  readonly extra?: string;
}

/** A zip file. */
export function zipOf(files: readonly PackedFile[], comment = ""): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isLocked, isStored, isUnlisted, extra = "" } of files) {
    const bytes = Buffer.from(content);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isLocked ? 1 : 0, 2);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    fields.writeUInt16LE(Buffer.byteLength(extra), 24);
    const local = Buffer.concat([
      Buffer.from("PK\x03\x04"),
      fields,
      Buffer.from(name),
      Buffer.from(extra),
      packed,
    ]);
    const entry = Buffer.alloc(46);
    entry.write("PK\x01\x02", "latin1");
    fields.copy(entry, 6);
    entry.writeUInt16LE(0, 30);
    entry.writeUInt32LE(offset, 42);
    if (!isUnlisted) directory.push(Buffer.concat([entry, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...parts, listing, end, Buffer.from(comment)]);
}

/** A tar file. */
export function tarOf(
  files: readonly { readonly name: string; readonly content: string | Uint8Array }[],
): Buffer {
  const parts = files.flatMap(({ name, content }) => {
    const bytes = Buffer.from(content);
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write("0000644\0", 100);
    head.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
    head.write("        ", 148);
    head.write("0", 156);
    head.write("ustar\0", 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** A picture of one pixel, with more chunks. */
export function pngOf(chunks: readonly (readonly [string, string | Uint8Array])[] = []): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const all: readonly (readonly [string, string | Uint8Array])[] = [
    ["IHDR", header],
    ...chunks,
    ["IDAT", deflateSync(Buffer.from([0, 0]))],
    ["IEND", ""],
  ];
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    ...all.map(([type, content]) => {
      const body = Buffer.concat([Buffer.from(type), Buffer.from(content)]);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length - 4);
      const sum = Buffer.alloc(4);
      sum.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, sum]);
    }),
  ]);
}

/** A small JPEG file with a comment. */
export function jpegOf(comment = ""): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(comment) + 2);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
    Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\0\0", "latin1"),
    Buffer.from([0xff, 0xfe]),
    length,
    Buffer.from(comment),
    Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x12, 0x34, 0xff, 0, 0x56, 0xff, 0xd9]),
  ]);
}

/** A GIF file of one pixel with a comment. */
export function gifOf(comment: string): Buffer {
  const blocks = (
    Buffer.from(comment)
      .toString("latin1")
      .match(/[\s\S]{1,255}/g) ?? []
  ).map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1")]));
  return Buffer.concat([
    Buffer.from("GIF89a\x01\0\x01\0\x80\0\0", "latin1"),
    Buffer.from([0, 0, 0, 255, 255, 255]),
    Buffer.from([0x21, 0xfe]),
    ...blocks,
    Buffer.from([0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]),
  ]);
}

/** A PDF file with streams: the dictionary and the content of each. */
export function pdfOf(streams: readonly (readonly [string, string | Uint8Array])[], more = ""): Buffer {
  const objects = streams.map(([head, content], index) =>
    Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n<< ${head} /Length ${Buffer.from(content).length} >>\nstream\n`),
      Buffer.from(content),
      Buffer.from("\nendstream\nendobj\n"),
    ]),
  );
  return Buffer.concat([
    Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1"),
    ...objects,
    Buffer.from(`${more}\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`),
  ]);
}

/** A Word document whose text is in runs. */
export function docxOf(runs: readonly string[], more: readonly PackedFile[] = []): Buffer {
  const text = runs.map((run) => `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`).join("");
  return zipOf([
    { name: "[Content_Types].xml", content: '<?xml version="1.0"?><Types/>' },
    { name: "word/document.xml", content: `<w:document><w:body><w:p>${text}</w:p></w:body></w:document>` },
    ...more,
  ]);
}

/** A workbook whose cells have texts. */
export function xlsxOf(cells: readonly string[]): Buffer {
  const items = cells.map((cell) => `<si><t>${cell}</t></si>`).join("");
  return zipOf([
    { name: "[Content_Types].xml", content: '<?xml version="1.0"?><Types/>' },
    { name: "xl/sharedStrings.xml", content: `<sst>${items}</sst>` },
    { name: "xl/printerSettings/printerSettings1.bin", content: Buffer.from([1, 2, 3, 0, 0, 4, 250, 251]) },
  ]);
}
