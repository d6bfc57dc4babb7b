/** Local file header, "PK\3\4". */
export const ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** End of central directory, "PK\5\6"; at offset 0 the ZIP is empty. */
export const EMPTY_ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** "PK\7\8": marker of a split ZIP (APPNOTE 8.5.3). */
export const SPLIT_MAGIC = Buffer.from([0x50, 0x4b, 0x07, 0x08]);
/** "PK00": marker of a ZIP that was not split after all (APPNOTE 8.5.4). */
export const UNSPLIT_MAGIC = Buffer.from('PK00');

export const ZIP_SIGNATURES: readonly Buffer[] = [ZIP_MAGIC, EMPTY_ZIP_MAGIC, SPLIT_MAGIC, UNSPLIT_MAGIC];
/** A split marker before the first entry belongs to no file. */
export const isSplitMarker = (head: Buffer): boolean =>
  head.equals(SPLIT_MAGIC) || head.equals(UNSPLIT_MAGIC);

export const NOT_A_ZIP_TEXT = 'O conteúdo deste arquivo não é um ZIP.';
