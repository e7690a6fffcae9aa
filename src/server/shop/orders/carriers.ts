/** Addresses at which carriers show a parcel; the number follows. */
const TRACKING: Record<string, string> = {
  'blue dart': 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=',
  delhivery: 'https://www.delhivery.com/track-v2/package/',
  dtdc: 'https://www.dtdc.in/trace.asp?strCnno=',
}

/** The page of a parcel; empty if the carrier is not known, or there is no number. */
export function toTrackingUrl(carrier: string, number: string): string {
  const base = TRACKING[carrier.trim().toLowerCase()]
  return base && number ? base + encodeURIComponent(number) : ''
}

/** Says who brings a parcel: “by Blue Dart”, or “by hand”. */
export const toCarrierText = (carrier: string): string =>
  carrier.toLowerCase() === 'by hand' ? 'by hand' : `by ${carrier}`
