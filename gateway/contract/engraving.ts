/** Guilloche and seal: what a screen draws, a document draws as well. */
export { CORNER, PHASES, SEAL, svgPath, wave } from '@g2/terms/engraving';
