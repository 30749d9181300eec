import { beginFirstCalls } from './api/first-calls.ts'

beginFirstCalls()
