import { stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { AdministrationWarningSchema } from '@boathouse/contract/administration/calls';
import {
  findDatabaseFacts,
  findMailFailure,
  lastBackupOf,
  warningsOf,
} from '../features/operating/administration/index.ts';
import { DiskSpace } from '../infra/disk-space.ts';
import { checkAddress } from './address-check.ts';
import { checkMail } from './mail-check.ts';
import { megabytes, type Command } from './command.ts';
import type { Operation } from './operation.ts';
import { runOnInstallation } from './run-on-installation.ts';
import { systemProblems } from './system-problems.ts';

const InputSchema = z.object({});
const OutputSchema = z.object({
  database: z.string(),
  databaseBytes: z.int(),
  users: z.int(),
  diskFreeBytes: z.int(),
  address: z.string(),
  lastBackupAt: z.nullable(z.string()),
  problems: z.array(z.union([AdministrationWarningSchema, z.object({ kind: z.string(), text: z.string() })])),
});

export const doctorOperation: Operation<z.output<typeof InputSchema>, z.output<typeof OutputSchema>> = {
  name: 'doctor',
  input: InputSchema,
  output: OutputSchema,
  async run({ config, database, address, now }) {
    const facts = await database.query(findDatabaseFacts);
    const diskFreeBytes = await DiskSpace.freeBytesOf(config.dataDir)();
    const { birthtimeMs } = await stat(config.dataDir);
    const { last } = await lastBackupOf(config);
    const problems = warningsOf({
      nowMs: now().getTime(),
      installedAtMs: birthtimeMs,
      isNightly: config.backupDir !== null,
      lastBackup: last,
      diskFreeBytes,
      mailFailure: await database.query(findMailFailure),
      databaseMs: facts.at.getTime(),
    });
    const { protocol, hostname } = new URL(address);
    const isSecure = protocol === 'https:';
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    const insecure = {
      kind: 'address',
      text: `${address} is not secure: phones need an https address to connect an erg. See npm run ops -- https.`,
    };
    return {
      database: `${database.kind === 'pglite' ? 'embedded' : 'PostgreSQL'} ${facts.version}`,
      databaseBytes: facts.bytes,
      users: facts.users,
      diskFreeBytes,
      address,
      lastBackupAt: last?.at ?? null,
      problems: [...problems, ...(isSecure || isLocal ? [] : [insecure])],
    };
  },
};

export const doctor: Command = {
  name: 'doctor',
  given: [],
  flags: {},
  about:
    'Checks disk, clock, time zone, database and backups, and tries the mail server and, as a browser does, the address. The exit status is 1 if something is wrong.',
  async run({ config, progress }) {
    const found = await runOnInstallation(config, doctorOperation, {}, progress);
    const { problems: inside, ...facts } = found;
    progress(`Trying ${facts.address}`);
    const ofAddress = await checkAddress(facts.address, config);
    const { smtpUrl } = config.mail;
    if (smtpUrl !== null) progress('Trying the mail server');
    const ofMail = smtpUrl === null ? null : await checkMail(smtpUrl);
    const problems = [...inside, ...ofAddress, ...(ofMail === null ? [] : [ofMail]), ...systemProblems()];
    const lines = [
      `Database  ${facts.database}, ${megabytes(facts.databaseBytes)}, ${facts.users} users`,
      `Disk      ${megabytes(facts.diskFreeBytes)} free`,
      `Address   ${facts.address}`,
      `Mail      ${smtpUrl === null ? 'files only, as SMTP_URL is not set' : 'by SMTP_URL'}`,
      `Backup    ${facts.lastBackupAt ?? 'none'}`,
    ];
    const verdict = problems.length === 0 ? ['All is well.'] : problems.map(({ text }) => `! ${text}`);
    const words = [...lines, '', ...verdict].join('\n');
    return { words, json: { ...facts, problems }, status: problems.length === 0 ? 0 : 1 };
  },
};
