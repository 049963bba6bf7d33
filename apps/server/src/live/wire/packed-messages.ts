import { liveEvents, type Refusal } from '@boathouse/contract/live';
import { packedKinds } from '@boathouse/contract/live/messages';
import type { EventKind, MessageLimits } from './message-limits.ts';
import type { PackedWire } from './packed-wire.ts';

type PackedOptions = {
  limits: MessageLimits;
  /** Ends a connection that sends far too much. */
  onFlood: () => void;
  /** Informs the sender why a message was refused, by the name of its kind. */
  refuse: (name: string, code: Refusal['code'], message: string) => void;
  /** Handles a message; false for bytes that the sender may not send. */
  take: (bytes: Uint8Array, nowMs: number) => boolean;
};

const kinds = new Map<number | undefined, { name: string; kind: EventKind }>([
  [packedKinds.sample, { name: liveEvents.sample, kind: 'sample' }],
  [packedKinds.acknowledgement, { name: 'acknowledgement', kind: 'ack' }],
]);
const unknownKind = { name: 'packed message', kind: 'other' } as const;

/** Counts each packed message of a connection, and passes on those within the limits. */
export function receivePacked(packed: PackedWire, { limits, onFlood, refuse, take }: PackedOptions): void {
  packed.onMessage((bytes) => {
    const nowMs = performance.now();
    const { name, kind } = kinds.get(bytes[0]) ?? unknownKind;
    const verdict = limits.takePacket(nowMs) ? limits.takeEvent(kind, nowMs) : 'disconnect';
    if (verdict === 'disconnect') onFlood();
    else if (verdict === 'refuse') refuse(name, 'too_many_events', 'Too many messages; send fewer');
    else if (verdict === 'allow' && !take(bytes, nowMs))
      refuse(name, 'bad_message', 'Not a message of this protocol');
  });
}
