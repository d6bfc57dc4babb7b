export { CORNER, PHASES, SEAL, svgPath, wave } from '@g2/terms/engraving';
