import type {
  GovernmentBrief as ProtoBrief,
  GovernmentData as ProtoData,
  Dossier as ProtoDossier,
  GovernmentFile as ProtoFile,
  Government as ProtoGovernment,
} from '@g2/proto/registration';
import { INPI_TABLES } from '@g2/terms/inpi';
import type {
  Dossier,
  Government,
  GovernmentBrief,
  GovernmentData,
  GovernmentFile,
} from '../../contract/government.ts';
import type { Wide } from '../route.ts';
import { iso, isoOrNull, orNull } from './common.ts';
import { type Names, presentName } from './people.ts';

export const presentBrief = (it: ProtoBrief): Wide<GovernmentBrief> => ({
  protocol: orNull(it.protocol),
  dueOn: orNull(it.dueOn),
  completedOn: orNull(it.completedOn),
  verdict: it.verdict,
});

const presentData = (it: ProtoData | undefined): Wide<GovernmentData> => ({
  protocol: orNull(it?.protocol),
  filedOn: orNull(it?.filedOn),
  gruNumber: orNull(it?.gruNumber),
  gruDate: orNull(it?.gruDate),
  gruCents: orNull(it?.gruCents),
  dueOn: orNull(it?.dueOn),
  completedOn: orNull(it?.completedOn),
  remark: orNull(it?.remark),
  certificateHash: orNull(it?.certificateHash),
  certificateAlgorithm: orNull(it?.certificateAlgorithm),
  createdOn: orNull(it?.createdOn),
  publishedOn: orNull(it?.publishedOn),
  derivedFrom: orNull(it?.derivedFrom),
  languages: it?.languages ?? [],
  applicationFields: it?.applicationFields ?? [],
  programTypes: it?.programTypes ?? [],
  authors: it?.authors ?? [],
});

export const presentFile = (it: ProtoFile, names: Names): Wide<GovernmentFile> => ({
  id: it.id,
  kind: it.kind,
  fileName: it.fileName,
  mediaType: it.mediaType,
  size: it.size,
  sha256: it.sha256,
  addedByName: presentName(it.addedBy, names),
  addedAt: iso(it.addedAt),
});

export const writersOf = (it: ProtoGovernment): (string | undefined)[] => [
  it.updatedBy,
  ...it.files.map(({ addedBy }) => addedBy),
  ...it.changes.map(({ changedBy }) => changedBy),
];

export const presentGovernment = (it: ProtoGovernment, names: Names): Wide<Government> => ({
  version: it.version,
  data: presentData(it.data),
  updatedByName: presentName(it.updatedBy, names),
  updatedAt: isoOrNull(it.updatedAt),
  files: it.files.map((file) => presentFile(file, names)),
  changes: it.changes.map(({ changedAt, changedBy, fields }) => ({
    changedAt: iso(changedAt),
    changedByName: presentName(changedBy, names),
    fields: fields.map(({ field, before, after }) => ({
      field,
      before: orNull(before),
      after: orNull(after),
    })),
  })),
  verdict: it.verdict,
  canEdit: it.canEdit,
  proposedLanguages: it.proposedLanguages,
});

export const presentDossier = (it: ProtoDossier): Wide<Dossier> => ({
  registrationId: it.registrationId,
  title: it.title,
  description: it.description,
  authors: it.authors,
  holders: it.holders,
  createdOn: orNull(it.createdOn),
  publishedOn: orNull(it.publishedOn),
  languages: it.languages,
  applicationFields: it.applicationFields,
  programTypes: it.programTypes,
  derivedFrom: orNull(it.derivedFrom),
  hashAlgorithm: orNull(it.hashAlgorithm),
  hash: orNull(it.hash),
  fileName: orNull(it.fileName),
  gruNumber: orNull(it.gruNumber),
  protocol: orNull(it.protocol),
  declaration: it.declaration,
  tables: INPI_TABLES,
  missing: it.missing,
});
