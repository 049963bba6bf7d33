import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/processes/child-process.ts';
import { nowMs as clockMs } from '../../../test/support/now.ts';
import { makeAuthority, makeCertificate } from './certificates.ts';
import { HttpsFolder, HttpsFolderDamagedError } from './https-folder.ts';
import { makeLocalCertificate, openLocalCertificate } from './local-certificate.ts';
import { isPrivateAddress, localNameOf, networkAddresses } from './names.ts';
import { contentOf, renewalReason } from './renewal.ts';

const dayMs = 86_400_000;
const now = new Date('2026-11-23T12:00:00Z');

/** OpenSSL's verification of a certificate; it checks the authority's name constraints too. */
function verify(root: string, certificate: string, at: Date, ...options: string[]): string {
  const folder = temporaryFolder();
  const [rootFile, file] = [join(folder, 'root'), join(folder, 'certificate')];
  writeFileSync(rootFile, root);
  writeFileSync(file, certificate);
  const time = String(Math.floor(at.getTime() / 1000));
  const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-attime', time, ...options];
  try {
    return execFileSync('openssl', [...args, '-CAfile', rootFile, file], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  }
}

const textOf = (certificate: string) =>
  execFileSync('openssl', ['x509', '-noout', '-text'], { input: certificate, encoding: 'utf8' });

test('an authority signs for its name, this machine and private networks, and for nothing else', async () => {
  const root = await makeAuthority('boat.local', now);
  const certificateFor = (name: string, addresses: string[]) =>
    makeCertificate(root, { name, addresses, now });
  const good = await certificateFor('boat.local', ['192.168.1.20', '10.1.2.3', 'fd00::2']);
  expect(verify(root.certificate, good.certificate, now, '-verify_hostname', 'boat.local')).toMatch(/: OK/);
  expect(verify(root.certificate, good.certificate, now, '-verify_ip', '192.168.1.20')).toMatch(/: OK/);
  expect(verify(root.certificate, good.certificate, now, '-verify_ip', 'fd00::2')).toMatch(/: OK/);
  expect(verify(root.certificate, good.certificate, now, '-verify_ip', '192.168.1.21')).toMatch(
    /IP address mismatch/,
  );
  for (const [name, addresses] of [
    ['bank.example', []],
    ['other.local', []],
    ['boat.local', ['8.8.8.8']],
    ['boat.local', ['172.32.0.1']],
    ['boat.local', ['2001:db8::1']],
  ] as const) {
    const wrong = await certificateFor(name, [...addresses]);
    expect(verify(root.certificate, wrong.certificate, now), `${name} ${addresses.join()}`).toMatch(
      /permitted subtree violation/,
    );
  }
});

test('the certificates have the fields that browsers and phones require', async () => {
  const root = await makeAuthority('boat.local', now);
  const { certificate } = await makeCertificate(root, {
    name: 'boat.local',
    addresses: ['192.168.1.20'],
    now,
  });
  const rootText = textOf(root.certificate);
  expect(rootText).toContain('Subject: O = Boathouse, CN = Boathouse on boat.local (2026-11-23)');
  expect(rootText).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
  expect(rootText).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign/);
  expect(rootText).toMatch(/Name Constraints: critical/);
  const text = textOf(certificate);
  expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
  expect(text).toMatch(/Extended Key Usage:\s+TLS Web Server Authentication/);
  expect(text).toMatch(/Signature Algorithm: ecdsa-with-SHA256[^]*NIST CURVE: P-256/);
  const parsed = new X509Certificate(certificate);
  expect(contentOf(parsed)).toEqual({
    fromMs: now.getTime() - dayMs,
    toMs: now.getTime() + 396 * dayMs,
    names: ['boat.local', 'localhost'],
    addresses: ['127.0.0.1', '::1', '192.168.1.20'],
  });
  expect(parsed.serialNumber).not.toBe(new X509Certificate(root.certificate).serialNumber);
  expect(parsed.serialNumber).toMatch(/^[0-7][0-9A-F]{31}$/);
});

test('a certificate does not outlive its authority', async () => {
  const root = await makeAuthority('boat.local', now);
  const late = new Date(now.getTime() + 3_600 * dayMs);
  const { certificate } = await makeCertificate(root, { name: 'boat.local', addresses: [], now: late });
  expect(new X509Certificate(certificate).validToDate).toEqual(
    new X509Certificate(root.certificate).validToDate,
  );
});

const content = {
  fromMs: 0,
  toMs: 397 * dayMs,
  names: ['boat.local', 'localhost'],
  addresses: ['127.0.0.1', '::1', '192.168.1.20', 'fd00::2'],
};
const wanted = {
  name: 'boat.local',
  addresses: ['192.168.1.20'],
  nowMs: dayMs,
  authorityEndsMs: 3_650 * dayMs,
};

test.for([
  ['new', {}, null],
  ['61 days before its end', { nowMs: 336 * dayMs }, null],
  ['60 days before its end', { nowMs: 337 * dayMs }, 'it ends soon'],
  ['after its end', { nowMs: 400 * dayMs }, 'it ends soon'],
  ['before its begin, as the clock says', { nowMs: -1 }, 'the clock was changed'],
  ['with a new address', { addresses: ['10.0.0.5'] }, 'the machine has the address 10.0.0.5'],
  [
    'with one address more',
    { addresses: ['192.168.1.20', 'fd00::2', '10.0.0.5'] },
    'the machine has the address 10.0.0.5',
  ],
  ['with an address in another spelling', { addresses: ['FD00:0:0::2'] }, null],
  ['with an address less', { addresses: [] }, null],
  ['with another name', { name: 'oar.local' }, 'the name has changed'],
  ['at the end of its authority', { nowMs: 390 * dayMs, authorityEndsMs: 397 * dayMs }, null],
] as const)('a certificate is renewed when it must be: %s', ([, changes, reason]) => {
  expect(renewalReason(content, { ...wanted, ...changes })).toBe(reason);
});

test.for([
  ['Boathouse', 'boathouse.local'],
  ['club-pc.fritz.box', 'club-pc.local'],
  ["Maren's Mac", 'maren-s-mac.local'],
  ['Büro', 'b-ro.local'],
  ['localhost', 'boathouse.local'],
  ['', 'boathouse.local'],
])('the machine %j is called %s', ([host, name]) => {
  expect(localNameOf(host)).toBe(name);
});

test('addresses are those of private networks, without containers and this machine’s own', () => {
  const of = (address: string, internal = false) => ({
    address,
    internal,
    netmask: '',
    mac: '',
    cidr: null,
    ...(address.includes(':') ? { family: 'IPv6' as const, scopeid: 0 } : { family: 'IPv4' as const }),
  });
  expect(
    networkAddresses({
      lo: [of('127.0.0.1', true), of('::1', true)],
      eth0: [of('fd00::2'), of('192.168.1.20'), of('fe80::1'), of('2001:db8::5')],
      wlan0: [of('10.0.0.7'), of('192.168.1.20')],
      docker0: [of('172.17.0.1')],
      ppp0: [of('203.0.113.9')],
    }),
  ).toEqual(['192.168.1.20', '10.0.0.7', 'fd00::2']);
  expect(['172.31.255.255', '172.32.0.0', 'no address'].map(isPrivateAddress)).toEqual([true, false, false]);
});

test('only their owner can read files, and a second opening changes nothing', async () => {
  const dataDir = temporaryFolder();
  expect(await openLocalCertificate(dataDir)).toBeNull();
  const made = await makeLocalCertificate(dataDir, 'boat', { addresses: () => ['192.168.1.20'] });
  const folder = join(dataDir, 'https');
  const read = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const before = read();
  expect(before.map(([name]) => name)).toEqual(['root.pem', 'server.pem']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const [name = ''] of before) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const again = await openLocalCertificate(dataDir, { addresses: () => ['192.168.1.20'] });
  expect(read()).toEqual(before);
  expect([again?.name, again?.root.fingerprint256]).toEqual(['boat.local', made.root.fingerprint256]);
  expect(
    ['boat.local', 'BOAT.local', '192.168.1.20', '[::1]', 'elsewhere.local'].map((host) => made.isFor(host)),
  ).toEqual([true, true, true, true, false]);
});

test('a new address, a new authority and a lost file each lead to a new certificate; the name stays', async () => {
  const dataDir = temporaryFolder();
  let addresses = ['192.168.1.20'];
  const certificate = await makeLocalCertificate(dataDir, 'boat', { addresses: () => addresses });
  expect(await certificate.renewIfDue()).toBeNull();
  addresses = ['10.0.0.5'];
  expect(await certificate.renewIfDue()).toBe('the machine has the address 10.0.0.5');
  expect(certificate.isFor('10.0.0.5')).toBe(true);
  const { fingerprint256 } = certificate.root;
  // Made by a command outside the server.
  await makeLocalCertificate(dataDir, 'boat', { addresses: () => addresses });
  expect(await certificate.renewIfDue()).toBe('a command made it');
  expect(certificate.root.fingerprint256).not.toBe(fingerprint256);
  expect(certificate.current.parsed.verify(certificate.root.publicKey)).toBe(true);
  writeFileSync(
    join(dataDir, 'https/server.pem'),
    '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n',
  );
  expect(await certificate.renewIfDue()).toBe('there was none');
  expect(certificate.name).toBe('boat.local');
});

test('a power cut between authority and certificate leaves enough to make the certificate again', async () => {
  const dataDir = temporaryFolder();
  await makeLocalCertificate(dataDir, 'boat', { addresses: () => [] });
  // The new authority exists, but the certificate is still the old one's.
  new HttpsFolder(dataDir).writeAuthority(await makeAuthority('boat.local', new Date(clockMs())));
  const opened = await openLocalCertificate(dataDir, { addresses: () => [] });
  expect(opened?.current.parsed.verify(opened.root.publicKey)).toBe(true);
});

test('a damaged authority is reported, and not replaced, because every device has it installed', async () => {
  const dataDir = temporaryFolder();
  await makeLocalCertificate(dataDir, 'boat');
  const path = join(dataDir, 'https/root.pem');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, text.length / 2));
  await expect(openLocalCertificate(dataDir)).rejects.toThrow(HttpsFolderDamagedError);
});
