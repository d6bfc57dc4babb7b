/** Every letter Portuguese is written with, its figures and its signs. */
export const PORTUGUESE =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
  'ÁÀÂÃÄÇÉÈÊËÍÌÎÏÑÓÒÔÕÖÚÙÛÜáàâãäçéèêëíìîïñóòôõöúùûü' +
  '0123456789 .,;:!?¿¡…-–—/\\()[]{}<>«»“”‘’"\'&@#%*+=_|~^`$€§ªº°¹²³·•×÷±©®™½¼¾';

/** Names of Western Europe stand in the same face: all of Latin-1 beside it. */
const latin1 = Array.from({ length: 0x100 - 0xa0 }, (_, index) => String.fromCodePoint(0xa0 + index)).join(
  '',
);

export const HEADLINE_LETTERS = `${PORTUGUESE}${latin1}Œœı−\u2009`;
