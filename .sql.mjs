import pg from 'pg'; import { readFileSync } from 'node:fs'
const d='/tmp/chatdemo'; const find=(p)=>readFileSync(p,'utf8').trim()
const pw=find(d+'/pg/password'); const port=find(d+'/pg/data/postmaster.pid').split('\n')[3]
const c=new pg.Client(`postgres://balcao:${pw}@127.0.0.1:${port}/postgres`); await c.connect()
for (const q of process.argv.slice(2)) { const r=await c.query(q); console.log(r.command, r.rowCount, JSON.stringify(r.rows).slice(0,1500)) }
await c.end()
