/** Two versions, and the one that both are based on. */
export interface Versions<Body> {
  base: Body
  mine: Body
  theirs: Body
}

/** Names and texts of a record's fields for history, conflicts and errors. */
export interface RecordFields<Body> {
  /** Paths in the body, in the order of the form. */
  names: string[]
  getLabel: (name: string) => string
  /** Whether a field follows from others in both versions, which are compared in its place. */
  isDerived?: (name: string, mine: Body, theirs: Body) => boolean
  /** Versions with the same names for the same things, before they are compared. */
  align?: (versions: Versions<Body>) => Versions<Body>
  /** A field as text, to compare two versions. */
  format: (body: Body, name: string) => string
}
