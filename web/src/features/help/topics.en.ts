import { STATUSES } from '@g2/gateway/contract/stages';
import { STAGE_ESTIMATES, STAGE_NAMES } from '../../shared/registration/stages.en.ts';
import { link, list, type Topic, text } from './answers.ts';

/** English help topics: only those about the proof, with more detail on timestamps and the public log. */
export const topics: readonly Topic[] = [
  {
    title: 'Registration',
    questions: [
      {
        id: 'registration',
        question: 'What is registered, and for whom?',
        answer: [
          text(
            'The applicant deposits the source code of a program as a ZIP file, names the holders of the rights with their shares, and pays a fee once. We keep the file as uploaded, prove when it arrived and issue a certificate.',
          ),
          text(
            'The applicant and the team that conducts the registration are the only ones with access to the file. It is not published.',
          ),
        ],
      },
      {
        id: 'stages',
        question: 'What are the stages of a registration?',
        answer: [
          list(
            ...STATUSES.map((stage) => `${STAGE_NAMES[stage]}. Estimated time: ${STAGE_ESTIMATES[stage]}.`),
          ),
          text('In the government stage the time depends on third parties and may be longer.'),
        ],
      },
      {
        id: 'certificate',
        question: 'What does the certificate state?',
        answer: [
          list(
            'Name of the program, applicant and declared holders with their shares.',
            'SHA-256, name and size of the file.',
            'Dates of deposit, payment, filing with the public office and issue, in Brasília time.',
            'The number of the certificate, and a QR code that leads to its public verification page.',
          ),
          text('The certificate is a digitally signed PDF in Portuguese.'),
        ],
      },
    ],
  },
  {
    title: 'Proof',
    questions: [
      {
        id: 'hash',
        question: 'How can I check the hash myself?',
        answer: [
          text(
            'The SHA-256 is a fingerprint of 64 characters of the deposited file. Compute the hash of the ZIP file on your computer and compare it with the one on the certificate: if all 64 characters are equal, the file is the same, byte for byte.',
          ),
          { kind: 'commands' },
          text(
            'Keep the original ZIP file. Compressing the same folder again makes another file with another hash, because a ZIP file also stores dates and the order of its files.',
          ),
        ],
      },
      {
        id: 'proof',
        question: 'What does the hash prove, and what does it not prove?',
        answer: [
          text(
            'It proves that this exact file existed on the recorded date, in the name of the person who deposited it. Change one byte and the hash changes; the code cannot be derived from the hash.',
          ),
          text(
            'By itself it does not prove that there was no similar work before. In a dispute the court or the arbitrator decides, and is free in weighing the evidence.',
          ),
        ],
      },
      {
        id: 'time-stamps',
        question: 'What do the time stamps add?',
        answer: [
          text(
            'Independent authorities sign the hash of the file together with the time (RFC 3161). Such a time stamp proves that the file existed at that time even to someone who does not trust us.',
          ),
        ],
      },
      {
        id: 'log',
        question: 'What is the transparency log?',
        answer: [
          text(
            'A public list of hashes that can only grow: one entry for the evidence of every deposit, and for every issue or revocation of a certificate. Its signed checkpoints are time-stamped too, so that an entry cannot be added later with an earlier date, changed or removed without being noticed. Names and code are not in it.',
          ),
        ],
      },
    ],
  },
  {
    title: 'Verification',
    questions: [
      {
        id: 'verification',
        question: 'How do I verify a certificate that I have received?',
        answer: [
          text(
            'By its number, by the QR code or by the file itself, which is read in your browser and is not uploaded. No account is needed. Check also that the name of the program and of the holders are those you expect: a holder may keep them private.',
          ),
          link('/en/verify', 'Verify a certificate'),
        ],
      },
      {
        id: 'independent',
        question: 'Can I verify it without this service?',
        answer: [
          text(
            'Yes. Ask the holder for the proof bundle, a ZIP file with the certificate, the time stamps and the log entry. Its file LEIA-ME.txt (“read me”, in Portuguese) contains the commands, which work offline; the program g2-verify checks the whole bundle.',
          ),
          link('/desenvolvedores', 'For developers (in Portuguese)'),
        ],
      },
    ],
  },
  {
    title: 'Law',
    questions: [
      {
        id: 'law',
        question: 'Does Brazilian law require registration?',
        answer: [
          text(
            'No. Lei nº 9.609/1998, the Brazilian law on the protection of computer programs, protects a program regardless of registration (art. 2º, § 3º). Registration serves as proof of authorship. The Berne Convention extends the protection of works to its member states.',
          ),
        ],
      },
      {
        id: 'inpi',
        question: 'Are you INPI?',
        answer: [
          text(
            'No. INPI (Instituto Nacional da Propriedade Industrial) is the Brazilian office for industrial property, which keeps the official, optional register of computer programs. G2 Software Registry is a private service; we are neither INPI nor a public authority and do not act on their behalf. Our certificate is not a certificate of INPI.',
          ),
        ],
      },
      {
        id: 'personal-data',
        question: 'What personal data does a certificate show?',
        answer: [
          text(
            'On the verification page the names of the holders, with masked tax numbers, unless they are kept private. How personal data are treated under the LGPD (Lei Geral de Proteção de Dados, the Brazilian data protection law) is explained in our privacy policy.',
          ),
          link('/privacidade', 'Privacy policy (in Portuguese)'),
        ],
      },
    ],
  },
];

export const contactTexts = {
  lead: 'Another question? Write to our team:',
  form: 'contact form (in Portuguese)',
} as const;
