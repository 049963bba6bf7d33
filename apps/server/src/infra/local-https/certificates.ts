// The library needs it before it loads.
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import ipaddr from 'ipaddr.js';
import { ownAddresses, ownNames, privateNetworks } from './names.ts';

/** A certificate with its key, both in PEM. */
export type KeyPair = { key: string; certificate: string };

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;
/** Apple's systems refuse certificates of websites that are valid for longer than 398 days. */
const certificateDays = 397;
const authorityDays = 3_650;
/** Clocks of phones and of the machine differ. */
const earlierMs = dayMs;

/** A random number of 128 bits, positive in DER. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0] ?? 0) & 0x7f || 1;
  return bytes.toString('hex');
}

const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

async function pemOf(key: webcrypto.CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

/** One value in DER: tag, length, content. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const sequence = 0x30;
/** For GeneralSubtrees and GeneralName (RFC 5280, 4.2.1.6 and 4.2.1.10). */
const permittedTag = 0xa0;
const dnsTag = 0x82;
const addressTag = 0x87;
const nameConstraintsId = '2.5.29.30';

/** A network as its address and mask. */
function networkBytes([address, bits]: readonly [string, number]): Buffer {
  const network = Buffer.from(ipaddr.parse(address).toByteArray());
  const mask = network.map((_, index) => 0xff00 >> Math.min(8, Math.max(0, bits - index * 8)));
  return Buffer.concat([network, mask]);
}

/** Only these names, and private networks, may be in certificates of the authority. */
function nameConstraints(names: readonly string[]): x509.Extension {
  const permitted = [
    ...names.map((name) => der(dnsTag, Buffer.from(name, 'ascii'))),
    ...privateNetworks.map((network) => der(addressTag, networkBytes(network))),
  ].map((name) => der(sequence, name));
  return new x509.Extension(nameConstraintsId, true, der(sequence, der(permittedTag, ...permitted)));
}

/**
 * Makes a certificate authority that can only sign for `name`, this machine and private networks. Systems list roots by
 * their common name (iOS shows none without), and the date marks older ones, which should be removed.
 */
export async function makeAuthority(name: string, now: Date): Promise<KeyPair> {
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ O: ['Boathouse'] }, { CN: [`Boathouse on ${name} (${now.toISOString().slice(0, 10)})`] }],
    notBefore: new Date(now.getTime() - earlierMs),
    notAfter: new Date(now.getTime() - earlierMs + authorityDays * dayMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      nameConstraints([name, ...ownNames]),
    ],
  });
  return { key: await pemOf(keys.privateKey), certificate: certificate.toString('pem') };
}

/**
 * Makes a certificate for `name`, `addresses` (private ones) and this machine's own names, valid no longer than the
 * authority.
 */
export async function makeCertificate(
  authority: KeyPair,
  { name, addresses, now }: { name: string; addresses: readonly string[]; now: Date },
): Promise<KeyPair> {
  const root = new x509.X509Certificate(authority.certificate);
  const [signingKey, keys] = await Promise.all([
    webcrypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(authority.key), algorithm, false, [
      'sign',
    ]),
    makeKeys(),
  ]);
  const notBefore = new Date(Math.max(now.getTime() - earlierMs, root.notBefore.getTime()));
  const notAfter = new Date(Math.min(notBefore.getTime() + certificateDays * dayMs, root.notAfter.getTime()));
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ CN: [name] }],
    issuer: root.subjectName,
    notBefore,
    notAfter,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...[name, ...ownNames].map((value) => ({ type: 'dns' as const, value })),
        ...[...new Set([...ownAddresses, ...addresses])].map((value) => ({ type: 'ip' as const, value })),
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(root.publicKey),
    ],
  });
  return { key: await pemOf(keys.privateKey), certificate: certificate.toString('pem') };
}
