import { contentField } from '../content-fields.ts'
import { type ContentKinds, formPage, pageHead, question, searchResult } from './shared.ts'

const { line, text, picture: pictureField, list, group } = contentField

const accountPage = {
  label: pageHead.label,
  title: pageHead.title,
  text: text('Text', 200),
  ...searchResult,
  picture: pictureField('Picture'),
}

const signupFields = {
  ...accountPage,
  features: list('Beside the form', ['text', 0, 6], {
    title: line('Title', 40),
    text: text('Text', 160),
  }),
}

export const FORM_PAGE_KINDS = {
  contact: {
    label: 'Contact',
    group: 'pages',
    path: '/contact',
    fields: {
      ...pageHead,
      ...searchResult,
      details: line('Title of the address, for screen readers', 60),
      map: line('Link to a map', 40),
      form: line('Title of the form', 60, { fixed: '§2' }),
      appointment: group('Appointments', {
        lead: line('Sentence below the address', 120),
        link: line('Link to its page', 60),
        ...formPage,
      }),
      state: group('Where a message stands', {
        question: line('Question below the form', 80),
        link: line('Link to its page', 60),
        ...formPage,
      }),
    },
  },
  partner: {
    label: 'Become a Partner',
    group: 'pages',
    path: '/partner',
    fields: {
      ...pageHead,
      ...searchResult,
      kinds: list('Kinds of partners', ['kind', 0, 6], {
        title: line('Title', 60),
        text: text('Text', 400),
      }),
      letter: group('Beside the form', { title: line('Title', 60), text: text('Text', 300) }),
      form: line('Title of the form', 60),
    },
  },
  login: {
    label: 'Sign in',
    group: 'pages',
    path: '/login',
    fields: { ...accountPage, question },
  },
  signup: {
    label: 'Create an account',
    group: 'pages',
    path: '/signup',
    fields: {
      ...signupFields,
      passwordHint: line('Below the password, after its shortest length', 120),
      question,
    },
  },
  'complete-profile': {
    label: 'Complete your profile',
    group: 'pages',
    path: '/complete-profile',
    fields: signupFields,
  },
} as const satisfies ContentKinds
