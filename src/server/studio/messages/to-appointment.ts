import type { ContactMessageRow } from '../../shop/contact/tables.ts'

export type AppointmentColumns = Pick<
  ContactMessageRow,
  | 'appointment_day'
  | 'appointment_hour'
  | 'appointment_way'
  | 'appointment_piece'
  | 'appointment_phone'
>

/** The appointment that the sender of a message asks for. */
export const toAppointment = ({
  appointment_day: day,
  appointment_hour: hour,
  appointment_way: way,
  appointment_piece: piece,
  appointment_phone: phone,
}: AppointmentColumns) =>
  day === null || hour === null || way === null
    ? null
    : { day, hour, way, piece: piece ?? '', phone: phone ?? '' }
