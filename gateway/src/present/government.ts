import {
  GovernmentData,
  type Dossier as ProtoDossier,
  type GovernmentFile as ProtoFile,
  type Government as ProtoGovernment,
} from '@g2/proto/registration';
import { INPI_TABLES } from '@g2/terms/inpi';
import type { Dossier, Government, GovernmentFile } from '../../contract/government.ts';
import type { Wide } from '../route.ts';
import { present } from './common.ts';
import { type Names, presentName } from './people.ts';

export const presentFile = (it: ProtoFile, names: Names): Wide<GovernmentFile> => ({
  ...present(it),
  addedByName: presentName(it.addedBy, names),
});

export const writersOf = (it: ProtoGovernment): (string | undefined)[] => [
  it.updatedBy,
  ...it.files.map(({ addedBy }) => addedBy),
  ...it.changes.map(({ changedBy }) => changedBy),
];

export const presentGovernment = (it: ProtoGovernment, names: Names): Wide<Government> => ({
  ...present(it),
  data: present(it.data ?? GovernmentData.create()),
  updatedByName: presentName(it.updatedBy, names),
  files: it.files.map((file) => presentFile(file, names)),
  changes: it.changes.map((change) => ({
    ...present(change),
    changedByName: presentName(change.changedBy, names),
  })),
});

export const presentDossier = (it: ProtoDossier): Wide<Dossier> => ({ ...present(it), tables: INPI_TABLES });
