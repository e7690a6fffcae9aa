import { policyTexts } from '#src/channels/policies.ts'
import type { ContentBody } from '#src/contract/content.ts'
import { paragraph } from './rich-text.ts'

/** Questions by subject. */
const sections: { title: string; questions: { question: string; answer: string }[] }[] = [
  {
    title: 'Orders and delivery',
    questions: [
      {
        question: 'What does shipping cost?',
        answer: `Nothing. ${policyTexts.deliveryFee} ${policyTexts.deliveryCountries}`,
      },
      {
        question: 'How long does delivery take?',
        answer: `${policyTexts.deliveryTime} ${policyTexts.deliveryByPincode} ${policyTexts.personalisation}`,
      },
      {
        question: 'Is tax included in the price?',
        answer: `No. ${policyTexts.tax}`,
      },
      {
        question: 'How many of one piece may I order?',
        answer: `${policyTexts.quantity} When few are left, the page says how many, and the number it gives is the real one.`,
      },
    ],
  },
  {
    title: 'Returns and care',
    questions: [
      {
        question: 'May I send something back?',
        answer: `Yes. ${policyTexts.returnWindow} ${policyTexts.returnChoice} ${policyTexts.notReturnable}`,
      },
      {
        question: 'What if the size is not right?',
        answer: `${policyTexts.exchangeWindow} ${policyTexts.resizing}`,
      },
      {
        question: 'Can it be sent as a gift?',
        answer: `Yes. ${policyTexts.gifts} ${policyTexts.giftReturns}`,
      },
      {
        question: 'What does the warranty cover?',
        answer: `${policyTexts.warranty} We are glad to repair what wear has done, too, and tell you the price first.`,
      },
      {
        question: 'How do I look after my piece?',
        answer:
          'Each box holds a card with what its material likes and what it does not. Our page on care says the same, material by material.',
      },
    ],
  },
  {
    title: 'Payment and account',
    questions: [
      {
        question: 'How can I pay?',
        answer: policyTexts.payment,
      },
      {
        question: 'Do I need an account?',
        answer:
          'To look around, no. To keep a cart and addresses, and your wishlist on every device, yes. It takes a name, an email address and a password, and you can close it again yourself.',
      },
      {
        question: 'Are the pieces genuine?',
        answer: `All of them. ${policyTexts.genuine} ${policyTexts.workshop} Our page on authenticity says how to check a hallmark or a report.`,
      },
      {
        question: 'How do I reach a person?',
        answer: `Write to {email} at any hour, or call {phone}, {hours}.`,
      },
    ],
  },
]

export const faqsPage: ContentBody<'faqs'> = {
  label: 'FAQs',
  title: 'Asked, and answered',
  lead: 'If your question is not here, it deserves a letter.',
  seoTitle: 'FAQs',
  description:
    'Shipping, returns, care, payment and accounts: what people ask {name}, and what we answer.',
  sections: sections.map(({ title, questions }) => ({
    title,
    questions: questions.map(({ question, answer }) => ({ question, answer: [paragraph(answer)] })),
  })),
  closing: 'Still wondering?',
}
