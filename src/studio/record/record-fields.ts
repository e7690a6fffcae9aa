/** What history, conflicts and errors say of the fields of a record. */
export interface RecordFields<Body> {
  /** Paths in the body, in the order of the form. */
  names: string[]
  getLabel: (name: string) => string
  /** A field as text, to compare two versions. */
  format: (body: Body, name: string) => string
}
