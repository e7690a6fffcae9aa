import { type Kysely, sql } from 'kysely'

const COLUMNS = [
  ['appointment_day', 'text'],
  ['appointment_hour', 'integer'],
  ['appointment_way', 'text'],
  ['appointment_piece', 'text'],
  ['appointment_phone', 'text'],
] as const

/** First lines of a message that asks for an appointment, e.g. "By video: Tue, 1 Dec 2026, 3 pm IST". */
const APPOINTMENT =
  /^(At the boutique|By video|By telephone): \w+, (\d+) (\w{3})\w* (\d{4}), (\d+) (am|pm) IST(?:\nPiece: (.*))?(?:\nTelephone: (.*))?\n/

const WAYS: Record<string, string> = {
  'At the boutique': 'boutique',
  'By video': 'video',
  'By telephone': 'call',
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'

/** Messages that are read at once. */
const STEP = 200

/** A message has the appointment that its sender asks for. Messages had it in their text alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [column, type] of COLUMNS)
    await db.schema.alterTable('contact_message').addColumn(column, type).execute()
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; message: string }>`select id, message
      from contact_message where id > ${after} and subject = 'An appointment'
      order by id limit ${STEP}`.execute(db)
    for (const { id, message } of rows) {
      const [, way = '', date = '', month = '', year, hour, half, piece, phone] =
        APPOINTMENT.exec(message) ?? []
      if (!way) continue
      const number = String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0')
      await sql`update contact_message set
        appointment_day = ${`${year}-${number}-${date.padStart(2, '0')}`},
        appointment_hour = ${(Number(hour) % 12) + (half === 'pm' ? 12 : 0)},
        appointment_way = ${WAYS[way]},
        appointment_piece = ${piece ?? null},
        appointment_phone = ${phone ?? null}
        where id = ${id}`.execute(db)
    }
    if (rows.length < STEP) break
    after = rows.at(-1)?.id ?? ''
  }
  await db.schema
    .createIndex('contact_message_by_appointment')
    .on('contact_message')
    .columns(['appointment_day', 'appointment_hour', 'id'])
    .execute()
}
