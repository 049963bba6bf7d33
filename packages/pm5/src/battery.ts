/** In the payload of 0x003E; the specification ends before it, and monitors send it. */
const batteryAt = 12;

/**
 * Returns the charge of a monitor's battery in percent by the payload of 0x003E, additional status 3; null where firmware leaves it
 * out or sends another number.
 */
export function batteryPercentOf(payload: Uint8Array): number | null {
  const percent = payload[batteryAt];
  return percent === undefined || percent > 100 ? null : percent;
}
