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
import { FileSection, type Zip } from './file-facts.tsx';
import { FlagsSection } from './flags.tsx';
import { GovernmentSection } from './government/government-section.tsx';

/** `folded`: the frame of the sections that are collapsed at first. */
type RecordSectionsProps = SectionProps & { readonly folded: Frame };

/** What staff check: findings, details, holders, file and evidence. */
export function MainSections(props: RecordSectionsProps & { zip: Zip; brief?: boolean }) {
  const { registration, frame, folded, zip, brief = false } = props;
  const shown = { registration, frame };
  return (
    <>
      <FlagsSection {...shown} />
      <CertificateSection {...shown} />
      <CorrectionsSection {...shown} />
      <ChangesSection {...shown} />
      <InfoSection {...shown} brief={brief} />
      <HoldersSection {...shown} />
      <FileSection {...shown} zip={zip} />
      <EvidenceSection registration={registration} frame={folded} />
    </>
  );
}

/** What has happened: messages, notes, the government step and the status history. */
export function CourseSections({ registration, frame, folded }: RecordSectionsProps) {
  const shown = { registration, frame };
  return (
    <>
      <MessagesSection {...shown} />
      <NotesSection {...shown} />
      <GovernmentSection registration={registration} frame={folded} />
      <HistorySection {...shown} />
    </>
  );
}
