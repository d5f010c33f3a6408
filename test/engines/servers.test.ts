import { engineContract } from './support/contract.ts'
import { SERVER_SUBJECTS } from './protocols/server-subjects.ts'

for (const subject of SERVER_SUBJECTS) engineContract(subject)
