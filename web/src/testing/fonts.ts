/**
 * The product uses the system font, which differs between machines. Tests map it to a local font as wide as Arial, so
 * that the layout is the same everywhere.
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
