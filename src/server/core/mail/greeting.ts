const GREETING =
  /^\s*(?:dear|hello|hi|hey|namaste|namaskar|good (?:day|morning|afternoon|evening))(?!\p{L})/iu

/** Whether a text greets its reader itself: a mail with it has no other greeting. */
export const hasGreeting = (text: string): boolean => GREETING.test(text)
