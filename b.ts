import { getEncodedSize, getScriptSizes } from './scripts/measure/page-weight.ts'
const site=process.argv[2]
for (const path of ['/product/sitara-petite-seconde-watch','/product/chandrika-ruby-leather-pump','/product/ekta-brilliant-solitaire-ring','/shop','/']) console.log(path, await getEncodedSize(site+path,'br'))
for (const path of ['/product/sitara-petite-seconde-watch','/','/shop','/cart']) {
  const s=[...(await getScriptSizes(site+path,'/usr/bin/chromium'))].filter(([u])=>!/web-vitals/.test(u))
  console.log(path, s.reduce((a,[,n])=>a+n,0)); if(path.startsWith('/product')) console.log(s.map(([u,n])=>u.split('/').at(-1)+' '+n).join('\n'))
}
