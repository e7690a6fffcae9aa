import {
  PUBLIC_GRIEVANCE_EMAIL,
  PUBLIC_GRIEVANCE_OFFICER,
  PUBLIC_LEGAL_NAME,
  PUBLIC_LEGAL_NUMBERS,
} from 'astro:env/client'

/** Who sells (Consumer Protection (E-Commerce) Rules 2020, rules 4 and 6), from the settings. */
export const legalSettings = {
  name: PUBLIC_LEGAL_NAME,
  numbers: PUBLIC_LEGAL_NUMBERS,
  officer: PUBLIC_GRIEVANCE_OFFICER,
  grievanceEmail: PUBLIC_GRIEVANCE_EMAIL,
  takesOrders: Boolean(import.meta.env.PUBLIC_ORDERS),
  keepsOrders: Boolean(import.meta.env.PUBLIC_ORDER_PAGE),
}
