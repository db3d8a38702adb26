//! Images of a session: each kept once, under the hash of its bytes, beside the log.

use std::sync::{Arc, OnceLock};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ibid_model::{Body, Image, ImageSource, Message, MessageEntry, Part, SessionId};
use sha2::{Digest, Sha256};

use super::error::JournalError;
use crate::archive::{ArchiveError, Dir, random_name};
use crate::project::hex;

/// Ending of the directory of a session's images.
pub(super) const IMAGES: &str = ".images";
/// Largest image that is read back.
const IMAGE_MAX: u64 = 256 << 20;

/// The images of one session.
#[derive(Clone, Debug)]
pub struct Images {
    sessions: Arc<Dir>,
    name: String,
    dir: Arc<OnceLock<Dir>>,
}

/// A message with its images put back.
#[derive(Clone, Debug, PartialEq)]
pub struct Restored {
    /// The message: the same shared value when it holds no kept image.
    pub message: Arc<Message>,
    /// The hashes of images that are not there, or not whole. They stay references.
    pub missing: Vec<String>,
}

impl Images {
    pub(super) fn new(sessions: Arc<Dir>, session: &SessionId) -> Self {
        Self {
            sessions,
            name: format!("{session}{IMAGES}"),
            dir: Arc::default(),
        }
    }

    /// `body` with references in place of its images, which are durable when this returns. What is
    /// no base64 text that can be had back exactly stays as it is.
    pub(super) fn keep(&self, body: &Body) -> Result<Body, JournalError> {
        let Body::Message(entry) = body else {
            return Ok(body.clone());
        };
        let message = map_images(&entry.message, &mut |image| match &image.source {
            ImageSource::Base64(text) => self.store(text),
            ImageSource::Url(_) | ImageSource::Kept(_) => Ok(None),
        })?;
        Ok(Body::Message(MessageEntry {
            message,
            call: entry.call.clone(),
        }))
    }

    /// `message` with its images in it.
    pub fn restore(&self, message: &Arc<Message>) -> Result<Restored, JournalError> {
        let mut missing = Vec::new();
        let message = map_images(message, &mut |image| {
            let ImageSource::Kept(hash) = &image.source else {
                return Ok(None);
            };
            let text = self.text(hash)?;
            if text.is_none() {
                missing.push(hash.clone());
            }
            Ok(text.map(ImageSource::Base64))
        })?;
        Ok(Restored { message, missing })
    }

    /// The image under `hash` as base64 text; `None` when it is not there, or not whole.
    pub fn text(&self, hash: &str) -> Result<Option<String>, JournalError> {
        // The hash came out of a file: it must not lead elsewhere.
        let plain = hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if hash.len() != 64 || !plain {
            return Ok(None);
        }
        let Some(dir) = self.sessions.child(&self.name, false)? else {
            return Ok(None);
        };
        let bytes = match dir.read(hash, IMAGE_MAX) {
            Err(ArchiveError::Unreadable { .. }) => None,
            read => read?,
        };
        let whole = bytes.filter(|bytes| hex(&Sha256::digest(bytes)) == hash);
        Ok(whole.map(|bytes| STANDARD.encode(bytes)))
    }

    fn dir(&self) -> Result<&Dir, JournalError> {
        if let Some(dir) = self.dir.get() {
            return Ok(dir);
        }
        let dir = self.sessions.child(&self.name, true)?;
        let dir = dir.ok_or_else(|| super::gone(&self.sessions.join(&self.name)))?;
        Ok(self.dir.get_or_init(|| dir))
    }

    /// Keeps the image that is `text` in base64.
    fn store(&self, text: &str) -> Result<Option<ImageSource>, JournalError> {
        let bytes = match STANDARD.decode(text) {
            Ok(bytes) if STANDARD.encode(&bytes) == text => bytes,
            _ => return Ok(None),
        };
        let hash = hex(&Sha256::digest(&bytes));
        let dir = self.dir()?;
        // Of the right size only: one that was damaged meanwhile is kept anew.
        if dir
            .stat(&hash)
            .is_none_or(|(size, _)| size != bytes.len() as u64)
        {
            let tmp = format!(".{hash}.{}.tmp", random_name()?);
            let named = dir
                .write_new(&tmp, &bytes)
                .and_then(|()| dir.rename(&tmp, &hash, true));
            if named.is_err() {
                let _ = dir.remove(&tmp);
            }
            named?;
            dir.sync()?;
        }
        Ok(Some(ImageSource::Kept(hash)))
    }
}

type Change<'a> = &'a mut dyn FnMut(&Image) -> Result<Option<ImageSource>, JournalError>;

/// `message` with the sources of its images changed as `change` says. The same shared value when
/// it changes none.
fn map_images(message: &Arc<Message>, change: Change<'_>) -> Result<Arc<Message>, JournalError> {
    let mut changed = None;
    for (n, part) in message.parts.iter().enumerate() {
        if let Some(part) = map_part(part, change)? {
            let message = changed.get_or_insert_with(|| Message::clone(message));
            message.parts[n] = part;
        }
    }
    Ok(changed.map_or_else(|| Arc::clone(message), Arc::new))
}

fn map_part(part: &Part, change: Change<'_>) -> Result<Option<Part>, JournalError> {
    match part {
        Part::Image(image) => Ok(change(image)?.map(|source| {
            Part::Image(Image {
                source,
                ..image.clone()
            })
        })),
        Part::ToolResult(result) => {
            let mut changed = None;
            for (n, part) in result.content.iter().enumerate() {
                if let Some(part) = map_part(part, change)? {
                    let result = changed.get_or_insert_with(|| result.clone());
                    result.content[n] = part;
                }
            }
            Ok(changed.map(Part::ToolResult))
        }
        Part::Text(_) | Part::ToolCall(_) | Part::Reasoning(_) | Part::Opaque(_) => Ok(None),
    }
}
