import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Users and invitations may have the role of a packer. Roles that accounts have stay. Indexes find the entries of the
 * audit log by person and by subject.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('audit_entry_of_actor').execute()
  for (const [name, column] of [
    ['audit_entry_of_actor', 'actor_id'],
    ['audit_entry_by_action', 'action'],
  ] as const)
    await db.schema.createIndex(name).on('audit_entry').columns([column, 'at', 'id']).execute()
  await sql`alter table "user" drop constraint user_role_known`.execute(db)
  await sql`alter table "user" add constraint user_role_known
    check (role in ('customer', 'packer', 'editor', 'admin'))`.execute(db)
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table invitation drop constraint invitation_role_check`.execute(db)
    await sql`alter table invitation add constraint invitation_role_check
      check (role in ('packer', 'editor', 'admin'))`.execute(db)
    return
  }
  // SQLite has no name for the check of a column. No table refers to this one.
  await sql`create table new_invitation (
    id text primary key,
    token_hash text not null unique,
    email text not null,
    role text not null check (role in ('packer', 'editor', 'admin')),
    invited_by text references "user" (id) on delete set null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  )`.execute(db)
  await sql`insert into new_invitation
      (id, token_hash, email, role, invited_by, created_at, expires_at, used_at)
    select id, token_hash, email, role, invited_by, created_at, expires_at, used_at
    from invitation`.execute(db)
  await db.schema.dropTable('invitation').execute()
  await db.schema.alterTable('new_invitation').renameTo('invitation').execute()
  for (const [name, column] of [
    ['invitation_of_inviter', 'invited_by'],
    ['invitation_by_end', 'expires_at'],
    ['invitation_of_email', 'email'],
  ] as const)
    await db.schema.createIndex(name).on('invitation').column(column).execute()
}
