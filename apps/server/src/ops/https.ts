import { createInterface } from 'node:readline/promises';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { protectDataFolder } from '../db/data-folder.ts';
import {
  makeLocalCertificate,
  openLocalCertificate,
  type LocalCertificate,
} from '../infra/local-https/local-certificate.ts';
import { urlHostOf } from '../infra/local-https/names.ts';
import type { Command, Report } from './command.ts';

const question = `Phones connect an erg only from an https address.
  1  I have a name, such as row.example.org, for this server
  2  No name: make a certificate for this network
Which one (1 or 2)? `;

const answers = ['name', 'no-name'] as const;
type Answer = (typeof answers)[number];

export const https: Command = {
  name: 'https',
  given: ['[ANSWER]'],
  flags: { new: 'with no-name: makes a new authority, which each device must then install again' },
  about: 'Sets up HTTPS. ANSWER is name or no-name; it asks without.',
  async run({ config, given: [given], flags }) {
    const there = await openLocalCertificate(config.dataDir);
    // An existing certificate needs no question.
    const answer = given === undefined && there !== null ? 'no-name' : await answerOf(given);
    if (answer === 'name') return withName(config);
    if (config.publicUrl !== null) {
      throw new Error(
        `PUBLIC_URL is ${config.publicUrl}: users come by that address, and a certificate of this network would not be used. ` +
          'Unset PUBLIC_URL first.',
      );
    }
    if (there !== null && !flags.has('new')) return stateOf(config, there, false);
    protectDataFolder(config.dataDir);
    return stateOf(config, await makeLocalCertificate(config.dataDir), true);
  },
};

async function answerOf(given: string | undefined): Promise<Answer> {
  const known = answers.find((each) => each === given);
  if (known !== undefined) return known;
  if (given !== undefined) throw new Error(`ANSWER is name or no-name, not ${given}.`);
  if (!process.stdin.isTTY) throw new Error('Say name or no-name: there is no terminal to ask.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    for (;;) {
      const typed = (await terminal.question(question)).trim();
      if (typed === '1' || typed === 'name') return 'name';
      if (typed === '2' || typed === 'no-name') return 'no-name';
    }
  } finally {
    terminal.close();
  }
}

function withName({ port }: Config): Report {
  const steps = [
    'Install Caddy (https://caddyserver.com/docs/install) on this machine. It gets the certificate and renews it.',
    'Copy deploy/Caddyfile to /etc/caddy/Caddyfile and put your name in place of {$SITE_ADDRESS:localhost}. A name that points to ' +
      'this machine from the internet needs ports 80 and 443 open; one that points to an address of your own network needs ' +
      "the lines at the file's end, which prove the name by the DNS provider's token (DNS-01).",
    'Reload Caddy: systemctl reload caddy',
    `Start the server with PUBLIC_URL=https://YOUR-NAME TRUSTED_PROXY=loopback PORT=${port}`,
    'Open https://YOUR-NAME/trust on a phone: it checks the phone.',
  ];
  return {
    words: steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    json: { answer: 'name', caddyfile: 'deploy/Caddyfile', steps },
  };
}

function stateOf(
  { dataDir, port, httpsPort }: Config,
  certificate: LocalCertificate,
  isNew: boolean,
): Report {
  const { name, root, content } = certificate;
  const addresses = certificate.addresses();
  const address = `https://${name}:${httpsPort}`;
  const [, authority = ''] = /CN=(.*)/.exec(root.subject) ?? [];
  const folder = resolve(dataDir, 'https');
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const [host = name] = addresses.map(urlHostOf);
  const trust = `http://${host}:${port}/trust`;
  const words = [
    isNew
      ? `Made a certificate for this network, in ${folder}.`
      : `A certificate for this network is in ${folder}.`,
    `  address      ${address}`,
    `  addresses    ${addresses.length === 0 ? 'none: this machine is on no private network now' : addresses.join(', ')}`,
    `  certificate  ends ${day(content.toMs)}; the running server renews it`,
    `  authority    ${authority}, ends ${day(root.validToDate.getTime())}`,
    `  SHA-256      ${root.fingerprint256}`,
    '',
    ...(isNew
      ? [
          'Start the server, or restart it. It then also serves HTTPS, to the whole network unless HOST is set.',
        ]
      : [
          'npm run ops -- https no-name --new makes another authority; each device must then install it again.',
        ]),
    `On each phone and computer open ${trust}, compare the SHA-256 fingerprint, and install the certificate.`,
    'Who reads the key in that folder can pretend to be this server: keep it on this machine.',
  ].join('\n');
  return {
    words,
    json: {
      answer: 'no-name',
      made: isNew,
      folder,
      address,
      trust,
      addresses,
      certificateEnds: new Date(content.toMs).toISOString(),
      authority,
      authorityEnds: root.validToDate.toISOString(),
      fingerprint: root.fingerprint256,
    },
  };
}
