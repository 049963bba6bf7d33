import { hostname, networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import ipaddr from 'ipaddr.js';

/** The networks that the authority may sign for, as address and prefix: clubs', homes' and the machine itself. */
export const privateNetworks: ReadonlyArray<readonly [address: string, bits: number]> = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
  ['fc00::', 7],
  ['::1', 128],
];

/** The names that every certificate also has: the machine's own browser uses them. */
export const ownNames = ['localhost'];
export const ownAddresses = ['127.0.0.1', '::1'];

export function isPrivateAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return privateNetworks.some(([network, bits]) => {
    const range = ipaddr.parse(network);
    return range.kind() === parsed.kind() && parsed.match([range, bits]);
  });
}

/** Returns the name under which the machine is found by multicast DNS: its first label, in letters, digits and hyphens. */
export function localNameOf(host: string = hostname()): string {
  const label = (host.split('.')[0] ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63);
  return `${label === '' || label === 'localhost' ? 'boathouse' : label}.local`;
}

/** Returns an address as the host of a web address. */
export function urlHostOf(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

type Interfaces = Partial<Record<string, NetworkInterfaceInfo[]>>;

/** Networks of containers and virtual machines on this machine: no phone reaches them. */
const isVirtual = /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|podman)/;

/** Returns the private addresses of this machine on its networks, IPv4 first, because users type these. */
export function networkAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  const found = Object.entries(interfaces)
    .filter(([name]) => !isVirtual.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ internal, address }) => !internal && isPrivateAddress(address))
    .map(({ address }) => address);
  return [...new Set(found)].sort((a, b) => Number(a.includes(':')) - Number(b.includes(':')));
}
