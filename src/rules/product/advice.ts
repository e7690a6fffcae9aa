import { APPOINTMENT_PATH, APPOINTMENT_TITLE, appointmentPath } from '../appointment-path.ts'

/** How a shopper reaches a person; an empty one is not offered. */
export interface AdviceSettings {
  /** E.g. `+91 141 555 0142`. */
  phone: string
  /** A number of WhatsApp, e.g. `+91 98290 12345`. */
  whatsapp: string
  /** The page on which an appointment is made. */
  appointmentUrl: string
}

export const toPhoneHref = (phone: string): string => `tel:${phone.replaceAll(' ', '')}`

export interface AdviceLink {
  label: string
  href: string
}

/** The links to a person who knows the piece with this title. */
export function listAdviceLinks(settings: AdviceSettings, title: string): AdviceLink[] {
  const { phone, whatsapp, appointmentUrl } = settings
  const text = encodeURIComponent(`I have a question about ${title}.`)
  return [
    { label: phone, href: phone && toPhoneHref(phone) },
    {
      label: 'WhatsApp',
      href: whatsapp && `https://wa.me/${whatsapp.replace(/\D/g, '')}?text=${text}`,
    },
    {
      label: APPOINTMENT_TITLE,
      href: appointmentUrl === APPOINTMENT_PATH ? appointmentPath(title) : appointmentUrl,
    },
  ].filter(({ href }) => href !== '')
}
