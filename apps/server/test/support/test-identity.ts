import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/db/database.ts';
import {
  openEmbeddedIdentity,
  type EmbeddedIdentityOptions,
} from '../../src/infra/identity/embedded/embedded-identity.ts';
import type { Identity } from '../../src/infra/identity/identity.ts';
import { openMail, type Mail } from '../../src/infra/mail.ts';

export const testListenUrl = 'http://127.0.0.1:3000';
const silent = { info() {}, error() {} };

/** Returns options for the real identity provider. Mails go to a mailbox folder. */
export function testIdentityOptions(
  db: Database,
  given: Partial<EmbeddedIdentityOptions> = {},
): EmbeddedIdentityOptions {
  const folder = join(tmpdir(), `boathouse-mail-${process.pid}`);
  return {
    db,
    secret: 'a secret that is only for tests',
    publicUrl: null,
    listenUrl: testListenUrl,
    productName: 'Boathouse',
    mail: openMail({ smtpUrl: null, from: 'hello@boathouse.example', folder, log: silent }),
    popupSignIn: null,
    passwordHashing: fastPasswordHashing,
    log: silent,
    ...given,
  };
}

/** Mail sent to the test, which reads the link of the last one; '' before the first. */
export function mailToTest(): { mail: Mail; link(): string } {
  let last = '';
  const send = async ({ link }: { link: string }) => {
    last = link;
  };
  const state = () => ({ kind: 'smtp' as const, failure: null });
  return {
    mail: { send, forget: async () => {}, sweep: async () => {}, state, close() {} },
    link: () => last,
  };
}

const hashOf = (password: string, salt: string) => scryptSync(password, salt, 16, { N: 2 });

/** Like the product's, without its cost: most tests sign several users up, and are about something else. */
const fastPasswordHashing: EmbeddedIdentityOptions['passwordHashing'] = {
  async hash(password) {
    const salt = randomBytes(8).toString('hex');
    return `${salt}:${hashOf(password, salt).toString('hex')}`;
  },
  async verify({ hash, password }) {
    const [salt = '', key = ''] = hash.split(':');
    return timingSafeEqual(hashOf(password, salt), Buffer.from(key, 'hex'));
  },
};

/** Opens the real identity provider on the given database. */
export function openTestIdentity(db: Database, given: Partial<EmbeddedIdentityOptions> = {}): Identity {
  return openEmbeddedIdentity(testIdentityOptions(db, given));
}
