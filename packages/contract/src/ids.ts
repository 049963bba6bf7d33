import * as z from 'zod/mini';

/** Ids of records: UUIDs, version 7 for new ones. Upper case is accepted and converted to lower case. */
export const IdSchema = z.uuid().check(z.toLowerCase());
/** An id made by the caller: a UUID of version 7, whose first 48 bits are its time in ms since 1970 (RFC 9562, 5.7). */
export const NewIdSchema = z.uuidv7().check(z.toLowerCase());
/** The identity provider's own id of a login; an opaque text. */
export const UidSchema = z.string().check(z.minLength(1), z.maxLength(128));
/** ISO 8601 in UTC, with milliseconds. */
export const TimeSchema = z.iso.datetime();
/** The path of a stored image below /files, never another host. */
export const ImagePathSchema = z.string().check(z.maxLength(300), z.regex(/^\/files\/[A-Za-z0-9/_.-]+$/));
/**
 * 256 random bits in base64url: a key in a link; knowing the key is enough to open it. The server stores only its
 * digest.
 */
export const SecretKeySchema = z.string().check(z.regex(/^[\w-]{43}$/));
export const IdParamsSchema = z.strictObject({ id: IdSchema });
