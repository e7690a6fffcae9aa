/** Kinds of people and texts that an entry of the audit log may mention. */
export type Mentioned = 'user' | 'customer' | 'invitation' | 'message' | 'review'

/** Kinds of records that an entry links to. */
export type Linked = 'product' | 'content'

/** Mentions a person, or a text of a person, by id alone, so that the log has no name after a deletion. */
export const mention = (kind: Mentioned, id: string): string => `{${kind}:${id}}`

/** Links a text to a record. The text is kept, so that the log has it after the record is deleted. */
export const linkRecord = (kind: Linked, id: string, text: string): string =>
  `{${kind}:${id}|${text.replaceAll(/[{}|]/g, '').slice(0, 200)}}`
