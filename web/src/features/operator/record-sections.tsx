import { CorrectionsSection } from './corrections.tsx';
import {
  CertificateSection,
  ChangesSection,
  EvidenceSection,
  type Frame,
  HistorySection,
  HoldersSection,
  InfoSection,
  MessagesSection,
  NotesSection,
  type SectionProps,
} from './detail-panels.tsx';
import { FileSection, type ZipDownload } from './file-facts.tsx';
import { FlagsSection } from './flags.tsx';
import { GovernmentSection } from './government/government-section.tsx';

/** `folded` is the frame of the collapsible sections. */
type SectionsProps = SectionProps & { readonly folded: Frame };

/** Sections with what staff check: findings, details, holders, file and evidence. */
export function ReviewSections(props: SectionsProps & { zipDownload: ZipDownload; brief?: boolean }) {
  const { registration, frame, folded, zipDownload, brief = false } = props;
  const sectionProps = { registration, frame };
  return (
    <>
      <FlagsSection {...sectionProps} />
      <CertificateSection {...sectionProps} />
      <CorrectionsSection {...sectionProps} />
      <ChangesSection {...sectionProps} />
      <InfoSection {...sectionProps} brief={brief} />
      <HoldersSection {...sectionProps} />
      <FileSection {...sectionProps} zipDownload={zipDownload} />
      <EvidenceSection registration={registration} frame={folded} />
    </>
  );
}

/** Sections with what has happened: messages, notes, the government step and the status history. */
export function ActivitySections({ registration, frame, folded }: SectionsProps) {
  const sectionProps = { registration, frame };
  return (
    <>
      <MessagesSection {...sectionProps} />
      <NotesSection {...sectionProps} />
      <GovernmentSection registration={registration} frame={folded} />
      <HistorySection {...sectionProps} />
    </>
  );
}
