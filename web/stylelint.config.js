/* Holds the sheets to the scale of src/app/theme.css and the widths of src/app/breakpoints.css. */

const RADIUS = 'var\\(--g2-radius-[a-z]+\\)';
/** A length of two pixels or more that no function makes: hairlines and sums are their place's own. */
const RAW_LENGTH = /^(?!.*\b(?:calc|max)\(\d).*(?<![\w.-])-?(?:[2-9]|\d{2,})px/;

/** @type {import('stylelint').Config} */
export default {
  referenceFiles: [
    'src/app/theme.css',
    'src/app/breakpoints.css',
    'src/shared/registration/status.module.css',
    'src/shared/certificate/tones.module.css',
    '../node_modules/@mantine/core/styles/default-css-variables.css',
    '../node_modules/@mantine/core/styles/Button.css',
  ],
  reportNeedlessDisables: true,
  rules: {
    'declaration-property-value-allowed-list': {
      'font-size': [/^var\(--g2-(?:text-[a-z0-9]+|headline|display|hero)\)$/, 'inherit'],
      '/radius$/': [new RegExp(`^(?:0|inherit|${RADIUS})(?: (?:0|${RADIUS}))*$`)],
    },
    'declaration-property-value-disallowed-list': {
      font: [/\d(?:px|r?em)/],
      '/^(?:margin|padding|gap|row-gap|column-gap)/': [RAW_LENGTH],
    },
    'media-feature-name-disallowed-list': ['/width$/'],
    'no-unknown-custom-media': true,
    'no-unknown-custom-properties': true,
    'no-duplicate-selectors': true,
    'declaration-block-no-duplicate-properties': true,
    'block-no-empty': true,
  },
  overrides: [
    { files: ['src/app/breakpoints.css'], rules: { 'media-feature-name-disallowed-list': null } },
    { files: ['src/app/theme.css'], rules: { 'declaration-property-value-disallowed-list': null } },
  ],
};
