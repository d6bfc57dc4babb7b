import { PAGES } from '@g2/gateway/contract/pages';
import { inEnglish } from '../../lib/language.ts';
import { STAGE_ESTIMATES, STAGE_NAMES } from '../../shared/registration/stages.en.ts';
import { texts } from './texts.ts';

inEnglish(texts, {
  title: PAGES['/en'].title,
  hero: {
    badge: 'Registration of software authorship',
    title: 'The code is yours. Be able to prove it.',
    text: 'A service in Brazil: deposit the ZIP file of your software, receive its SHA-256 hash as proof of the content, and follow every stage up to the certificate.',
    signUpLink: 'Register software (in Portuguese)',
    howItWorksLink: 'How it works',
    receivedCertificate: 'Have you received a certificate?',
    verifyLink: PAGES['/en/verify'].title,
    claimsLabel: 'In short',
    claims: ['International recognition', 'Entirely digital process', 'Hundreds of developers protected'],
  },
  art: {
    label:
      'Example of a certificate of registration, in Portuguese: engraved frame, SHA-256 hash and the G2 seal',
    caption:
      'Example; certificates are in Portuguese. The hash is real: SHA-\u2060256 of the text “G2 Software Registry”.',
  },
  features: {
    title: 'Proof you can verify, not a promise',
    items: [
      {
        title: 'Integrity hash',
        sample: '1ecc477b…8c943c06',
        text: 'The SHA-256 identifies the exact content of the file. Change one byte and the hash changes.',
      },
      {
        title: 'Date and time of every stage',
        sample: '2 March 2026, 09:12',
        text: 'From the deposit of the file to the issue of the certificate, every step is recorded with its time.',
      },
      {
        title: 'Secure deposit',
        sample: 'source.zip · 11.8 MB',
        text: 'The code is kept in cloud storage, and only you and the review team have access to it.',
      },
      {
        title: 'Digital certificate',
        sample: 'G2-2026-000123-1ECC-7',
        text: 'A PDF document with holders, hash and dates, ready to download and present.',
      },
    ],
  },
  proof: {
    title: 'Change one letter and see',
    lead: 'The same computation that identifies your ZIP file, done here in your browser. Nothing you type leaves this page.',
    sampleText: 'G2 Software Registry',
    inputLabel: 'Type any text',
    typedHashLabel: 'SHA-256 of the text',
    printedHashLabel: 'SHA-256 printed on the certificate',
    noChange: 'Equal to the hash printed on the certificate above.',
    changedCharacters: (count) =>
      count === 1 ? '1 of the 64 characters changed.' : `${count} of the 64 characters changed.`,
    commandHint: 'In a terminal the result is the same:',
    shellCommand: "printf 'G2 Software Registry' | sha256sum",
  },
  howItWorks: {
    title: 'How it works',
    lead: 'Three steps, all online.',
    steps: [
      {
        title: 'Deposit the ZIP file',
        text: 'Describe the software, name the holders and upload the code in a file of up to 500 MB.',
      },
      {
        title: 'Automatic hash',
        text: 'The SHA-256 is computed in your browser and checked on the server. Both are shown side by side.',
      },
      {
        title: 'Receive the certificate',
        text: 'Our team reviews the registration, conducts the government stage and releases the certificate in your account.',
      },
    ],
  },
  exampleRegistration: {
    title: 'One registration, from deposit to certificate',
    exampleBadge: 'Example',
    softwareTitle: 'Clinic scheduler',
    file: 'source.zip · 11.8 MB',
    hashes: [
      ['In your browser', '1ecc477b…8c943c06'],
      ['On the server', '1ecc477b…8c943c06'],
    ],
    hashesMatch: 'The two hashes match',
    stagesLabel: 'The stages of the registration',
    stageTimes: {
      submitted: '2 March 2026, 09:12',
      paid: '2 March 2026, 09:20',
      reviewing: '3 March 2026, 14:05',
      government_processing: '6 March 2026, 16:40',
      completed: '30 March 2026, 11:15',
      certificate_issued: '31 March 2026, 10:02',
    },
    stageNames: STAGE_NAMES,
    stageEstimates: STAGE_ESTIMATES,
    caption:
      'Stages and estimated times are those of the service; the registration is an example. Brasília time.',
    estimateText: (time) => `estimate: ${time}`,
  },
  benefits: {
    title: 'For when someone asks whose code it is',
    items: [
      {
        title: 'Disputes over authorship',
        text: 'Show what existed, on which date and in whose name.',
      },
      {
        title: 'Investment and sale',
        text: 'Enter due diligence with the ownership of the software documented.',
      },
      {
        title: 'Partnerships and teams',
        text: 'Register every holder with a percentage, up to a total of 100%.',
      },
      {
        title: 'More than one country',
        text: 'Choose the jurisdiction of the registration: global, Brazil, United States or European Union.',
      },
    ],
  },
  pricing: {
    title: 'Prices',
    lead: 'No subscription. You pay once, for the registration. Prices are in Brazilian reais (R$).',
    notes: [
      'Payment online or with prepaid credits.',
      'Corrections requested by our team are not charged again.',
      'Receipt as a PDF in your account.',
    ],
    popularBadge: 'Most popular',
    versionsLink: 'How a new version works (in Portuguese)',
    plans: [
      {
        name: 'Initial registration',
        price: 'R$ 3,499.00',
        unit: 'one-off payment',
        features: [
          'Digital certificate of authorship',
          'Integrity hash',
          'Official time stamp',
          'Secure deposit in the cloud',
          'Specialised support',
        ],
        buttonText: 'Register now (in Portuguese)',
        isPopular: true,
      },
      {
        name: 'Registration update',
        price: 'R$ 1,499.99',
        unit: 'per update',
        features: [
          'New hash',
          'Update certificate',
          'Version history',
          'Comparison over time',
          'Continued protection',
        ],
        buttonText: 'Learn more (in Portuguese)',
        isPopular: false,
      },
    ],
  },
  faq: {
    title: 'Before you register',
    lead: 'The most common questions. What the proof is worth is explained in',
    helpLink: PAGES['/en/help'].title,
    items: [
      {
        question: 'Are you INPI?',
        answer:
          'No. INPI (Instituto Nacional da Propriedade Industrial) is the Brazilian office for industrial property. We are a private service for proof of authorship and do not act on its behalf. Lei nº 9.609/1998, the Brazilian software law, protects a program regardless of registration; registration serves as proof.',
      },
      {
        question: 'Who can see my code?',
        answer:
          'You and the team that conducts the registration. The file is kept as uploaded; we do not publish it or use it for any other purpose.',
      },
      {
        question: 'How long does it take?',
        answer:
          'The hash is available at upload. After payment, we estimate 1 to 2 working days in the queue, 3 to 5 in review, 15 to 30 in the government stage and 1 to 2 until the certificate.',
      },
      {
        question: 'What if I need to correct something?',
        answer:
          'Our team returns the registration with the reason, you correct and resubmit it. A registration that has been paid for is not charged again.',
      },
    ],
  },
  closing: {
    title: 'Register before you need to prove it.',
    text: 'Create an account, upload the ZIP file and see the hash of your code within minutes. The application is in Portuguese.',
    signUpLink: 'Register software (in Portuguese)',
    pricesLink: 'See prices',
  },
});
