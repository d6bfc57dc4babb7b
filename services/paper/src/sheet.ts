import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { Faces, visibleText } from './faces.ts';
import { drawTestBand, drawTestMark } from './test-mark.ts';
import { leadingOf, type Type, type } from './text-styles.ts';
import { type Align, type Line, Typesetter } from './typesetter.ts';

export type Doc = PDFKit.PDFDocument;
/** PDF structure type, for accessibility. */
export type Tag = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Lbl' | 'LBody';
export type Group = 'Table' | 'TR' | 'L' | 'LI';

/** Position of a text, in points. `gap` is the space below it. */
export type Place = { x?: number; width?: number; align?: Align; gap?: number; tag?: Tag };

export type DocumentOptions = {
  title: string;
  /** Subject in the PDF metadata. */
  about: string;
  /** Creation and change date in the PDF. The clock is not read, so that the same document has the same bytes. */
  createdAt: Date;
  /** All variable texts of the document. Their scripts determine the fonts to load. */
  texts: readonly string[];
  /** Points. */
  margin: { side: number; top: number; bottom: number };
  frame: (doc: Doc, page: number) => void;
  /** Marks every page as a test, without hiding its text. */
  isTest: boolean;
};

const NAME = 'G2 Software Registry';

/** Writes a tagged PDF/A-3 document of A4 pages, with text in any script. The same calls give the same bytes. */
export class DocumentWriter {
  readonly doc: Doc;
  readonly left: number;
  readonly width: number;
  /** Greatest `y` that text may reach, in points from the top of the page. */
  readonly bottom: number;
  y: number;
  readonly #paper: DocumentOptions;
  readonly #set: Typesetter;
  #parent: PDFKit.PDFStructureElement;
  #pages = 0;

  private constructor(paper: DocumentOptions, faces: Faces) {
    this.#paper = paper;
    const { title, createdAt, margin } = paper;
    const info = { Title: title, Author: NAME, Creator: NAME, Producer: NAME, CreationDate: createdAt };
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      lang: 'pt-BR',
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      // Disables the standard fonts: PDF/A requires embedded ones.
      font: '',
      info: { ...info, ModDate: createdAt },
    });
    this.#set = new Typesetter(this.doc, faces);
    this.#parent = this.doc.struct('Document');
    this.doc.addStructure(this.#parent);
    this.left = margin.side;
    this.y = 0;
    this.breakPage();
    this.width = this.doc.page.width - 2 * margin.side;
    this.bottom = this.doc.page.height - margin.bottom;
  }

  static async open(paper: DocumentOptions): Promise<DocumentWriter> {
    const sheet = new DocumentWriter(paper, await Faces.for(paper.texts));
    // pdfkit does not escape metadata, so variable text is appended as escaped XML.
    sheet.doc.appendXML(description(paper.about));
    return sheet;
  }

  breakPage(): void {
    this.doc.addPage();
    this.#pages += 1;
    this.y = this.#paper.margin.top;
    this.artifact(() => this.#paper.frame(this.doc, this.#pages));
    if (this.#paper.isTest) this.#tagged('P', () => drawTestBand(this.doc, this.#set));
  }

  /** Starts a new page when this one has less than `height` points left. @returns whether it started one */
  need(height: number): boolean {
    if (this.y + height <= this.bottom) return false;
    this.breakPage();
    return true;
  }

  height(text: string, style: Type, width = this.width): number {
    return this.#set.lines(text, style, width).length * leadingOf(style);
  }

  lineCount(text: string, style: Type, width = this.width): number {
    return this.#set.lines(text, style, width).length;
  }

  widthOf(text: string, style: Type): number {
    return this.#set.width(text, style);
  }

  /** Writes a paragraph at the cursor, across pages if needed, and moves the cursor below it. */
  write(text: string, style: Type, place: Place = {}): void {
    const { x = this.left, width = this.width, align = 'left', gap = 0, tag = 'P' } = place;
    const lines = this.#set.lines(text, style, width);
    const element = this.#element(tag);
    const leading = leadingOf(style);
    for (let next = 0; next < lines.length; ) {
      this.need(leading);
      const room = Math.max(1, Math.floor((this.bottom - this.y + 0.01) / leading));
      const part = lines.slice(next, next + room);
      element.add(() => this.#draw(part, style, x, width, align));
      this.y += part.length * leading;
      next += part.length;
    }
    element.end();
    this.y += gap;
  }

  /** Writes text at the cursor without moving the cursor. */
  put(text: string, style: Type, place: Omit<Place, 'gap'> = {}): void {
    const { x = this.left, width = this.width, align = 'left', tag = 'P' } = place;
    const lines = this.#set.lines(text, style, width);
    this.#tagged(tag, () => this.#draw(lines, style, x, width, align));
  }

  figure(alt: string, draw: () => void): void {
    const element = this.doc.struct('Figure', { alt });
    this.#parent.add(element);
    element.add(draw);
    element.end();
  }

  /** Writes pieces at separate positions. Screen readers and copying get the text `said` instead. */
  spread(
    text: string,
    draw: (put: (piece: string, style: Type, x: number, y: number) => void) => void,
  ): void {
    this.#tagged('P', () => {
      this.doc.markContent('Span', { actual: text });
      draw((piece, style, x, y) => {
        for (const line of this.#set.lines(piece, style, Number.POSITIVE_INFINITY)) {
          this.#set.draw(line, style, x, y, line.width, 'left');
        }
      });
      this.doc.endMarkedContent();
    });
  }

  /** Draws decoration that screen readers skip. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact');
    draw();
    this.doc.endMarkedContent();
  }

  /** Groups what `body` writes under one structure element. */
  group(kind: Group, body: () => void): void {
    const parent = this.#parent;
    this.#parent = this.#element(kind);
    body();
    this.#parent.end();
    this.#parent = parent;
  }

  rule(gap: number, color: string = type.label.colour, x = this.left, width = this.width): void {
    this.artifact(() => {
      this.doc
        .moveTo(x, this.y)
        .lineTo(x + width, this.y)
        .lineWidth(0.4)
        .strokeColor(color)
        .stroke();
    });
    this.y += gap;
  }

  /** Attaches a file that contains data of this document. */
  attach(bytes: Buffer, name: string, kind: string, description: string): void {
    const { createdAt } = this.#paper;
    // pdfkit's type definitions lack `relationship`, the AFRelationship that PDF/A-3 requires.
    const options: PDFKit.Mixins.PDFAttachmentOptions & { relationship: string } = {
      name,
      type: kind,
      description,
      relationship: 'Data',
      creationDate: createdAt,
      modifiedDate: createdAt,
    };
    this.doc.file(bytes, options);
  }

  /** Writes footer and page number on every page. @returns the finished file */
  async finish(footer: string): Promise<Buffer> {
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.doc.switchToPage(page);
      this.y = this.bottom + 6;
      this.artifact(() => {
        const place = [this.left, this.width] as const;
        this.#draw(this.#set.lines(footer, type.small, this.width), type.small, ...place, 'left');
        const number = `Página ${page - start + 1} de ${count}`;
        this.#draw(this.#set.lines(number, type.small, this.width), type.small, ...place, 'right');
        if (this.#paper.isTest) drawTestMark(this.doc, this.#set);
      });
    }
    this.#parent.end();
    const bytes = buffer(this.doc);
    this.doc.end();
    return await bytes;
  }

  #element(tag: string): PDFKit.PDFStructureElement {
    const element = this.doc.struct(tag);
    this.#parent.add(element);
    return element;
  }

  #tagged(tag: Tag, draw: () => void): void {
    const element = this.#element(tag);
    element.add(draw);
    element.end();
  }

  #draw(lines: readonly Line[], style: Type, x: number, width: number, align: Align): void {
    const leading = leadingOf(style);
    lines.forEach((line, index) => {
      // Centres the letters vertically in their line: the baseline is a third of the font size below its middle.
      const baseline = this.y + index * leading + leading / 2 + style.size * 0.33;
      this.#set.draw(line, style, x, baseline, width, align);
    });
  }
}

const description = (about: string): string => `
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escaped(about)}</rdf:li></rdf:Alt></dc:description>
        </rdf:Description>
`;

/** Escaped for XML 1.0, without lone surrogates. */
const escaped = (text: string): string =>
  visibleText(text)
    .replace(/[\p{Cs}\ufffe\uffff]/gu, '')
    .replace(/[<>&"]/g, (one) => `&#${one.charCodeAt(0)};`);
