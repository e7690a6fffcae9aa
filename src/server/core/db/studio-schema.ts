// Rows of the studio: publishing, launches, staff. Units as in schema.ts.

/** A release that was published. */
export interface ReleaseRow {
  id: string
  published_at: number
  products: number
  pages: number
  /** Pages that were rendered for it; the others are shared with the release before. */
  rendered: number
  /** Bytes of its files. */
  bytes: number
  /** The saves that it published, as JSON (`ReleaseChange` of editor/releases.ts). */
  changes: string
  /** 1 while its files are on the disk. */
  kept: number
  /** Key of the compiled site that rendered it; empty for releases before this column. */
  compiled: string
}

/** A publish that failed, with its further attempts that failed in the same way. */
export interface PublishFailureRow {
  id: string
  began_at: number
  /** Time of the last attempt. */
  failed_at: number
  /** When a publish succeeded, or failed in another way; null while it fails. */
  ended_at: number | null
  attempts: number
  /** The reason as a sentence for editors. */
  message: string
  /** The last error with its stack and causes, for operators. */
  detail: string
  /** The saves that waited, as JSON (`StoredChanges` of editor/releases.ts). */
  changes: string
}

/** Saves of several products that are undone together. */
export interface BatchRow {
  id: string
  summary: string
  editor_id: string | null
  created_at: number
  undone_at: number | null
}

/** A record of content that an editor has changed. */
export interface ContentRecordRow {
  /** E.g. `about` or `category:watches` (src/contract/content.ts). */
  id: string
  /** As JSON. */
  body: string
  /** Number of its versions. */
  revision: number
  updated_at: number
  archived: number
}

/** A version of a record that an editor saved. */
export interface ContentVersionRow {
  record_id: string
  revision: number
  action: 'create' | 'update' | 'archive' | 'restore'
  editor_id: string | null
  saved_at: number
  body: string
  archived: number
  /** The change of several records that it belongs to. */
  batch_id: string | null
}

/** A picture that a version of a record has. */
export interface ContentVersionPictureRow {
  record_id: string
  revision: number
  picture_hash: string
}

/** Drafts that go live together. */
export interface LaunchRow {
  id: string
  name: string
  /** When it goes live by itself. */
  starts_at: number | null
  /** When it is undone by itself. */
  ends_at: number | null
  published_at: number | null
  undone_at: number | null
  /** The saves that made it live. */
  batch_id: string | null
  /** Why it did not start or end by itself; empty otherwise. */
  message: string
  /** Increases with every change of the launch and of its drafts. */
  revision: number
  created_at: number
  editor_id: string | null
}

/** The draft of a product or of a record of content. */
export interface LaunchItemRow {
  launch_id: string
  /** Of a product that has never been live, the id of its form (`new-…`). */
  record_id: string
  /** As JSON. */
  body: string
  /** The revision of the live record that the draft was made from; 0 for a new one. */
  based_on: number
  /** Number of its versions. */
  revision: number
  saved_at: number
  editor_id: string | null
  /** Whether it puts the record on sale or takes it off, beside its fields; an `update` leaves that. */
  action: 'update' | 'archive' | 'restore'
}

/** A picture that a draft has. */
export interface LaunchItemPictureRow {
  launch_id: string
  record_id: string
  picture_hash: string
}

/** The link to the preview of a launch. */
export interface LaunchLinkRow {
  /** SHA-256 of the token in the address, hex. */
  token_hash: string
  launch_id: string
  expires_at: number
}

/** An editor who has a product or a record of content open. */
export interface OpenRecordRow {
  record_id: string
  user_id: string
  since: number
  expires_at: number
}

/** What a member of the staff did. */
export interface AuditEntryRow {
  id: string
  at: number
  actor_id: string | null
  action: string
  /** What was done, readable but for its mentions (admin/audit-mentions.ts): it holds no name of a person. */
  subject: string
}

export interface InvitationRow {
  id: string
  /** SHA-256 of the mailed token, hex. */
  token_hash: string
  email: string
  role: 'editor' | 'admin'
  invited_by: string | null
  created_at: number
  expires_at: number
  used_at: number | null
}

/** The authenticator app of an account. */
export interface SecondFactorRow {
  user_id: string
  /** Base32, encrypted when SECOND_FACTOR_KEY is set. */
  secret: string
  created_at: number
  /** Null until a first code has been entered. */
  confirmed_at: number | null
  /** The time step of the last code, which is accepted once. */
  last_step: number
}

export interface RecoveryCodeRow {
  user_id: string
  /** SHA-256, hex. */
  code_hash: string
}

export interface StudioTables {
  release: ReleaseRow
  publish_failure: PublishFailureRow
  batch: BatchRow
  content_record: ContentRecordRow
  content_version: ContentVersionRow
  content_version_picture: ContentVersionPictureRow
  open_record: OpenRecordRow
  launch: LaunchRow
  launch_item: LaunchItemRow
  launch_item_picture: LaunchItemPictureRow
  launch_link: LaunchLinkRow
  audit_entry: AuditEntryRow
  invitation: InvitationRow
  second_factor: SecondFactorRow
  recovery_code: RecoveryCodeRow
}
