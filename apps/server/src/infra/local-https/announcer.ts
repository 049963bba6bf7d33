import multicastDns from 'multicast-dns';
import { isPrivateAddress } from './names.ts';

type Record = { type: 'A' | 'AAAA'; name: string; ttl: number; flush: boolean; data: string };

/** RFC 6762, section 10 recommends this for addresses. */
const lifetimeSec = 120;

type AnnouncerOptions = {
  /** Such as boathouse.local */
  name: string;
  addresses: () => readonly string[];
  /** Called at the first failure: the name is then found only by devices that know it in another way. */
  onProblem: (error: Error) => void;
};

/** Answers multicast DNS queries for a name with the addresses of this machine (RFC 6762). */
export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #socket: multicastDns.MulticastDNS;
  #hasFailed = false;

  constructor(options: AnnouncerOptions, socket = multicastDns()) {
    this.#options = options;
    this.#socket = socket;
    this.#socket.on('error', this.#fail);
    // It is also called for other devices' packets that can't be read.
    this.#socket.on('warning', (error) => {
      if ('code' in error) this.#fail(error);
    });
    this.#socket.on('ready', () => this.announce());
    this.#socket.on('query', ({ id, questions = [] }: multicastDns.QueryPacket, { address, port }) => {
      const ours = questions.filter((question) => question.name.toLowerCase() === options.name);
      const isAsked = (type: string) => ours.some((question) => [type, 'ANY'].includes(question.type));
      const [v4, v6] = [isAsked('A'), isAsked('AAAA')];
      // The answer to another network's question would reach the wrong device.
      if ((!v4 && !v6) || !isPrivateAddress(address)) return;
      const records = this.#records(lifetimeSec);
      const answers = records.filter(({ type }) => (type === 'A' ? v4 : v6));
      // Answers that no such address exists, because a device that requests both would wait for it.
      const types = [...new Set(records.map(({ type }) => type))];
      const none = {
        type: 'NSEC' as const,
        name: options.name,
        ttl: lifetimeSec,
        data: { nextDomain: options.name, rrtypes: types },
      };
      const response = { answers: answers.length === 0 ? [none] : answers };
      if (port === 5353) this.#socket.respond(response, this.#sent);
      // A plain DNS program waits for an answer to itself (section 6.7).
      else this.#socket.respond({ id, questions: ours, ...response }, { address, port }, this.#sent);
    });
  }

  /** Tells all that listen, at the start and when an address has changed. */
  announce(): void {
    this.#socket.respond({ answers: this.#records(lifetimeSec) }, this.#sent);
  }

  /** Withdraws the name. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => this.#socket.destroy(() => resolve());
      this.#socket.respond({ answers: this.#records(0) }, end);
    });
  }

  #records(ttl: number): Record[] {
    const { name, addresses } = this.#options;
    return addresses().map((data) => ({
      type: data.includes(':') ? 'AAAA' : 'A',
      name,
      ttl,
      flush: true,
      data,
    }));
  }

  readonly #sent = (error: Error | null) => {
    if (error) this.#fail(error);
  };

  readonly #fail = (error: Error) => {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#options.onProblem(error);
  };
}
