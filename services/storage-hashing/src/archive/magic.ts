/** Local file header, "PK\3\4": what a ZIP that holds anything begins with. */
export const ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** End of central directory, "PK\5\6": at the very beginning no entry can come before it. */
export const EMPTY_ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** "PK\7\8": before the first entry of a split ZIP (APPNOTE 8.5.3). */
export const SPLIT_MAGIC = Buffer.from([0x50, 0x4b, 0x07, 0x08]);
/** "PK00": the same of one that was to be split and came to be one file (APPNOTE 8.5.4). */
export const UNSPLIT_MAGIC = Buffer.from('PK00');

/** What the first bytes of a file that may be a ZIP are. */
export const BEGINNINGS: readonly Buffer[] = [ZIP_MAGIC, EMPTY_ZIP_MAGIC, SPLIT_MAGIC, UNSPLIT_MAGIC];
/** What may stand before the first entry and belongs to no file. */
export const isMark = (head: Buffer): boolean => head.equals(SPLIT_MAGIC) || head.equals(UNSPLIT_MAGIC);

/** Said of a file that is a ZIP by its name alone. */
export const NO_ZIP = 'O conteúdo deste arquivo não é um ZIP.';
