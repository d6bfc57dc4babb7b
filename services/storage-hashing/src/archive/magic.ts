/** Local file header, "PK\3\4": what a ZIP that holds anything begins with. */
export const ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** End of central directory, "PK\5\6": at the very beginning no entry can come before it. */
export const EMPTY_ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** Said of a file that is a ZIP by its name alone. */
export const NO_ZIP = 'O conteúdo deste arquivo não é um ZIP.';
