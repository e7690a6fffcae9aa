import { policyTexts } from '#src/channels/policies.ts'
import { type TextSection, toTextPage } from './text-section.ts'

/** Sections of the privacy notice (Digital Personal Data Protection Act 2023). */
const sections: TextSection[] = [
  {
    title: 'Who is responsible',
    paragraphs: [
      '{seller}, {sellerAddress}, decides why and how your personal data is processed. Under the Digital Personal Data Protection Act 2023 we are the Data Fiduciary and you are the Data Principal. This notice says what we keep, what for, for how long, and what you can ask of us.',
    ],
  },
  {
    title: 'What we keep, and why',
    table: [
      ['What', 'What for', 'How long'],
      [
        'Name, email address and a password in hashed form',
        'Your account, and messages about it',
        'Until you delete the account; unverified, {unverifiedKept}',
      ],
      [
        'Phone number, addresses, gender and date of birth, as far as you give them',
        'Delivery, and your profile',
        'Until you change or delete them',
      ],
      [
        'Cart, wishlist, alerts and the text of an engraving',
        'To show them on each of your devices, to write to you and to make the piece',
        'Until you remove them or delete the account',
      ],
      [
        'Reviews, with your first name and whether you bought the piece',
        'To show them to other shoppers once we have read them, also in what search engines read',
        'Until you delete the review or the account',
      ],
      [
        'Orders and invoices',
        'To fulfil them, for warranty, and because tax law asks for it',
        '{ordersKept}, also when you delete the account{orderKept}',
      ],
      ['PAN, where the law asks for it on a large purchase', '{panPurpose}', '{panKept}'],
      [
        'Name and date of the last use of a signed-in device',
        'To let you end its session, and to protect the account',
        'Until the session ends',
      ],
      ['What you write to us', 'To answer you', '{messagesKept} from the last letter'],
      [
        'How often each page was seen on a day, without any reference to you',
        'To see what is read',
        '{viewsKept}',
      ],
      [
        'How fast each kind of page was on a day, as numbers of visits without any reference to you',
        'To keep the pages fast',
        '{speedKept}',
      ],
      [
        'How often each text was searched for on a day, without any reference to you; a text with an email address or a long number is left out',
        'To find what we lack, and what the search does not understand',
        '{searchesKept}',
      ],
    ],
  },
  {
    title: 'On what ground',
    paragraphs: [
      'We process what an account or an order needs because you give it to us for that purpose, and what tax and consumer law ask for because the law says so. Anything else we would ask you for, in plain words and one thing at a time. You can withdraw a consent as easily as you gave it; what was done before stays lawful.',
    ],
  },
  {
    title: 'Who else sees it',
    paragraphs: [
      'The courier sees your name, address and phone number. The payment provider sees what you type on its own page; card numbers never reach us. The company that carries our mail sees the mail, whose subject and day we keep for {mailsKept}. Each works for us under a contract and may use the data for nothing else. Authorities receive what a law obliges us to give.',
      'We sell no data, show no advertisements, and load nothing from other companies on our pages. If you sign in with Google, Google tells us your name, address and picture, and we tell Google nothing.',
    ],
  },
  {
    title: 'Cookies and your device',
    list: [
      'One cookie keeps you signed in, and one recognises a browser that has signed in before, for {devicesKept}, so that others cannot lock you out. A third, for one day after you sign up, lets the link in our email sign you in. None follows you to other sites.',
      'Your device keeps the mode of light or dark, recent searches and recently viewed pieces, the pincode of this visit, what you typed into a form or a review and have not sent and, while you are signed in, the number of pieces in your cart. They are sent nowhere. When you log out, all but the mode and the recent searches is deleted. It keeps the wishlist that you make before you log in, which then becomes that of your account.{orderDraft}',
      'Page views, the speed of pages and searches are counted without a cookie and without your address, and not at all when your browser sends Do Not Track or Global Privacy Control.',
    ],
  },
  {
    title: 'Your rights',
    list: [
      'To know: you can read and download all that your account holds, in your profile under Settings.',
      'To correct and complete: you can edit your profile and addresses yourself.',
      'To erase: you can delete the account yourself; we keep only what a law obliges us to keep.',
      'To nominate: you can name a person who exercises these rights if you die or cannot act.',
      'To complain: to us first, and then to the Data Protection Board of India.',
    ],
    paragraphs: [`Write to {grievanceOfficer} at {grievanceEmail}. ${policyTexts.grievance}`],
  },
  {
    title: 'Children',
    paragraphs: [
      'An account is for adults. We do not knowingly keep data of anyone below eighteen without the verifiable consent of a parent or guardian, and delete it when we learn of it.',
    ],
  },
  {
    title: 'How it is protected',
    paragraphs: [
      'All connections are encrypted. Passwords are kept as hashes from which they cannot be read. Few people of the house may open customer data, each with an account of their own, and for {accessKept} we can tell who did. If data of yours were ever exposed, we would tell you and the Data Protection Board without delay: what happened, what may follow from it, and what you can do.',
    ],
  },
  {
    title: 'Changes',
    paragraphs: [
      `When this notice changes, its date does, and account holders hear of it by mail before. You can ask for it in any language of the Eighth Schedule of the Constitution: write to {email}.`,
    ],
  },
]

export const privacyPage = {
  ...toTextPage(
    {
      label: 'Privacy',
      title: 'What we know of you, and why',
      lead: 'As little as a parcel needs. This notice holds from {validFrom}.',
      seoTitle: 'Privacy',
      description:
        'What {name} keeps about you, what for and for how long, and what you can ask of us under the Digital Personal Data Protection Act 2023.',
    },
    sections,
  ),
  validFrom: '2026-11-23',
}
