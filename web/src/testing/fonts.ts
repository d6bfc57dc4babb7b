/**
 * The product is set in the system's own typeface, and machines have others. Here it is one as wide as Arial, whatever
 * the machine has.
 */
const FONTS = `
  @font-face { font-family: "Segoe UI Variable Text"; font-weight: 100 550;
    src: local("Liberation Sans"), local("Arial"), local("Arimo"); }
  @font-face { font-family: "Segoe UI Variable Text"; font-weight: 551 900;
    src: local("Liberation Sans Bold"), local("Arial Bold"), local("Arimo Bold"); }
  @font-face { font-family: "Segoe UI"; font-weight: 100 550; src: local("DejaVu Sans"); size-adjust: 87%; }
  @font-face { font-family: "Segoe UI"; font-weight: 551 900; src: local("DejaVu Sans Bold"); size-adjust: 87%; }
`;
document.head.append(Object.assign(document.createElement('style'), { textContent: FONTS }));

export {};
