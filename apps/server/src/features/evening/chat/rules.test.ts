import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ChatTextSchema,
  directChannelKey,
  groupChannelKey,
  SendMessageSchema,
} from '@boathouse/contract/chat';
import { limits } from '@boathouse/contract/limits';
import type { UserRef } from '@boathouse/contract/users';
import { deliveryOf } from './rules.ts';

const idOf = (digit: string) => `0199aaaa-0000-7000-8000-00000000000${digit}`;
const [ann, ben, cas] = [idOf('a'), idOf('b'), idOf('c')] as const;
const refOf = (_id: string): UserRef => ({ _id, displayName: 'Someone', iconURL: null });
/** Ann and Ben are in the room. */
const memberOf = (id: string) => (id === ann || id === ben ? refOf(id) : undefined);

describe('the channel of a message', () => {
  test.for([
    ['of the group', null, groupChannelKey, 'everyone'],
    ['of the group, without a recipient', undefined, groupChannelKey, 'everyone'],
    ['of two people', ben, directChannelKey(ann, ben), [ann, ben]],
    ['of two people, keyed in the other order', ben, ben + ann, 'bad_message'],
    ['of two people, sent to the group', null, directChannelKey(ann, ben), 'bad_message'],
    ['of the group, with a recipient', ben, groupChannelKey, 'bad_message'],
    ['of two others', ben, directChannelKey(ben, cas), 'bad_message'],
    ['with no key', null, '', 'bad_message'],
    ['with oneself', ann, directChannelKey(ann, ann), 'bad_message'],
    ['with oneself, keyed as the group', ann, groupChannelKey, 'bad_message'],
    ['with a user who is elsewhere', cas, directChannelKey(ann, cas), 'not_present'],
  ] as const)('[CHAT-1] [CHAT-2] %s', ([, recipient, channelKey, expected]) => {
    const delivery = deliveryOf({ recipient, channelKey }, ann, memberOf);
    expect('refused' in delivery ? delivery.refused : (delivery.userIds ?? 'everyone')).toEqual(expected);
  });

  test('[CHAT-2] two users share one key, and no other two users have it', () => {
    const id = fc.uuid({ version: 7 });
    fc.assert(
      fc.property(id, id, id, (one, other, third) => {
        expect(directChannelKey(one, other)).toBe([one, other].sort().join(''));
        expect(directChannelKey(one, other)).toBe(directChannelKey(other, one));
        fc.pre(third !== other);
        expect(directChannelKey(one, third)).not.toBe(directChannelKey(one, other));
      }),
    );
  });

  test('[CHAT-1] never makes a direct message reach a third user, for any claimed ids', () => {
    const anyId = fc.constantFrom(ann, ben, cas);
    const key = fc.oneof(
      fc.constant(groupChannelKey),
      fc.tuple(anyId, anyId).map(([one, other]) => directChannelKey(one, other)),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.option(anyId), key, fc.constantFrom(ann, ben), (recipient, channelKey, senderId) => {
        const delivery = deliveryOf({ recipient, channelKey }, senderId, memberOf);
        if ('refused' in delivery) return;
        expect(delivery.userIds).toEqual(recipient === null ? null : [senderId, recipient]);
        expect(recipient).not.toBe(senderId);
        expect(channelKey === groupChannelKey).toBe(recipient === null);
      }),
    );
  });
});

describe('a message', () => {
  const max = limits.chatMessageMax;
  test.for([
    ['is trimmed', '  Weigh enough \n', 'Weigh enough'],
    ['keeps its line breaks', 'one\ntwo', 'one\ntwo'],
    ['may have 500 characters, without the blanks around it', ` ${'x'.repeat(max)} `, 'x'.repeat(max)],
    ['of more is refused', 'x'.repeat(max + 1), null],
    ['that is empty is refused', '', null],
    ['of blanks is refused', ' \n\t ', null],
    ['of invisible characters is refused', '\u200b\u2060', null],
  ] as const)('[CHAT-1] %s', ([, text, expected]) => {
    const parsed = ChatTextSchema.safeParse(text);
    expect(parsed.success ? parsed.data : null).toBe(expected);
  });

  test('[SOCK-1] names its users by id or as objects, and may have any timestamp', () => {
    const rest = { room: cas, channelKey: directChannelKey(ann, ben), message: 'Hello' };
    for (const [sender, recipient, timestamp] of [
      [ann, ben, undefined],
      [{ ...refOf(ann) }, { ...refOf(ben) }, '2026-11-21T17:40:00.000Z'],
      [{ _id: ann.toUpperCase() }, ben, 1_763_746_800_000],
    ]) {
      expect(SendMessageSchema.parse({ sender, recipient, timestamp, ...rest })).toMatchObject({
        sender: ann,
        recipient: ben,
      });
    }
  });
});
