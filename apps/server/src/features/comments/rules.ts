/** SOCIAL-2: nobody else takes away what somebody has said, not even the athlete whose result it is about. */
export function mayRemove(callerId: string, remark: { userId: string }): boolean {
  return remark.userId === callerId;
}
