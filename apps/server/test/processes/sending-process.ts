/* A process that sends the queue's messages, by a clock that may be ahead; it is killed in the middle. */
import { openDatabase } from '../../src/db/open.ts';
import { openMail } from '../../src/infra/mail.ts';
import { OutgoingQueue } from '../../src/infra/outgoing/queue/outgoing-queue.ts';

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
};
const aheadMs = Number(process.env['AHEAD_MS'] ?? 0);
const mailsToAdd = Number(process.env['MAILS'] ?? 0);
const now = () => new Date(Date.now() + aheadMs);
const log = { info: () => {}, warn: console.error, error: console.error };

const database = await openDatabase({
  databaseUrl: process.env['DATABASE_URL'] ?? null,
  dataDir: required('DATA_DIR'),
});
const { db } = database;
const queue = new OutgoingQueue({ db, now, secret: 'the secret of a test, of 32 or more', log });
const mail = openMail({
  smtpUrl: required('SMTP_URL'),
  from: 'Boathouse <boathouse@club.example>',
  folder: '/nowhere',
  log,
  queue: { outgoing: queue, db, now },
});
await db.transaction(async (tx) => {
  for (let index = 0; index < mailsToAdd; index += 1) {
    const message = { to: `m${index}@club.example`, subject: 'Starts soon', text: 'Soon', link: '' };
    await mail.send(message, { tx, isBulk: true });
  }
});
console.log('STORED');
for (;;) {
  await queue.run();
  await queue.whenIdle();
  const { waiting } = await queue.state(0);
  if (waiting.length === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 200));
}
console.log('DONE');
mail.close();
await database.close();
