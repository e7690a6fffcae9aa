import {
  PUBLIC_DELIVERY_COUNTRIES,
  PUBLIC_GRIEVANCE_EMAIL,
  PUBLIC_GRIEVANCE_OFFICER,
  PUBLIC_LEGAL_NAME,
  PUBLIC_LEGAL_NUMBERS,
  PUBLIC_PAYMENT_LIMITS,
} from 'astro:env/client'
import type { PaymentLimits } from '#src/rules/orders/payment-methods.ts'

/** The seller (Consumer Protection (E-Commerce) Rules 2020, rules 4 and 6), from the settings. */
export const legalSettings = {
  name: PUBLIC_LEGAL_NAME,
  numbers: PUBLIC_LEGAL_NUMBERS,
  officer: PUBLIC_GRIEVANCE_OFFICER,
  grievanceEmail: PUBLIC_GRIEVANCE_EMAIL,
  paymentMethods: import.meta.env.PUBLIC_ORDERS,
  paymentLimits: JSON.parse(PUBLIC_PAYMENT_LIMITS) as Partial<PaymentLimits>,
  deliveryCountries: PUBLIC_DELIVERY_COUNTRIES.split(','),
  keepsOrders: Boolean(import.meta.env.PUBLIC_ORDER_PAGE),
}
