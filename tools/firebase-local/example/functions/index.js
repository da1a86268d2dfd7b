import express from 'express';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { onRequest } from 'firebase-functions/https';

initializeApp();

const app = express();

app.get('/notes/:id', async (req, res) => {
  const note = await getFirestore().doc(`notes/${req.params.id}`).get();
  if (note.exists) res.json(note.data());
  else res.status(404).json({ error: 'There is no such note.' });
});

app.put('/notes/:id', async (req, res) => {
  const { text, isOpen } = req.body;
  await getFirestore().doc(`notes/${req.params.id}`).set({ text, isOpen });
  res.status(204).end();
});

export const notes = onRequest(app);
