;;; seekline-session.el --- A search, and requests to it  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A session is one search with its list, whose slots say what there is to see (seekline-state.el).  When the engine
;; dies, a session gets an error; the next request reopens it.
;;
;; Sessions are also used within `while-no-input', so code that changes one and tells the engine does so with
;; `inhibit-quit': input between the two would leave a session waiting for the answer to a request that was never sent.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)
(require 'seekline-engine)
(require 'seekline-state)
(require 'seekline-text)

(declare-function seekline--fill "seekline-items")

(defvar seekline--count 0
  "How many sessions there have been; it makes their names unique.")

(defun seekline-session-open (source &optional options listener)
  "Open a session with the source named SOURCE.
It searches the folder that `seekline-directory-function' says in
this buffer, unless what is open or being done needs another one.
OPTIONS is a plist of the engine's options, such as `:pageSize'.
LISTENER is called whenever something has changed: with the
session, a symbol (`items', `loading' or `error'), and for
`items' the number of the first one that is new."
  (seekline--move (seekline-directory))
  (seekline--open source options listener))

(defun seekline--open (source options listener)
  "Open a session with SOURCE in the engine, whatever folder that is in.
OPTIONS and LISTENER are as for `seekline-session-open'."
  (unless (stringp source)
    (user-error "A source is named by a string, such as \"unicode\", and not by %S" source))
  (let* ((inhibit-quit t)
         (session (seekline--make-session :name (format "emacs-%d" (cl-incf seekline--count))
                                          :source source :options options :listener listener)))
    (seekline--connect session)
    session))

(defmacro seekline--with-session (session open &rest body)
  "Run BODY with SESSION, a symbol, bound to the value of OPEN, and close it.
A quit while it is being opened also closes it."
  (declare (indent 2) (debug (symbolp form body)))
  `(let (,session)
     (unwind-protect
         (progn (setq ,session ,open)
                ,@body)
       (when ,session
         (seekline-session-close ,session)))))

(defun seekline--connect (session)
  "Open SESSION in the current engine."
  (let ((connection (seekline--engine)))
    (cl-incf (seekline-session-openings session))
    (setf (seekline-session-connection session) connection
          (seekline-session-directory session) seekline--directory
          (seekline-session-asked session) 0
          (seekline-session-guessed session) nil
          (seekline-session-generation session) 0
          (seekline-session-listed session) nil
          (seekline-session-status session) "initial"
          (seekline-session-behind session) nil
          (seekline-session-error session) nil)
    (puthash (seekline-session-name session) session seekline--sessions)
    (seekline--call session 'openSession
                    `(:source ,(seekline-session-source session)
                      ,@(when-let ((options (seekline-session-options session))) `(:options ,options)))
                    (lambda (result)
                      (setf (seekline-session-minimum session)
                            (plist-get (plist-get result :options) :minLength)))
                    (lambda (error)
                      (when (jsonrpc-running-p connection)
                        ;; What was sent after it fails as well, and has nothing to add.
                        (setf (seekline-session-connection session) nil
                              (seekline-session-asked session) 0)
                        (seekline--fail session error))))
    (when (seekline-session-given session)
      (seekline--fill session))))

(defun seekline-session-live-p (session)
  "Whether SESSION is open, and its engine alive."
  (and-let* ((connection (seekline-session-connection session)))
    (jsonrpc-running-p connection)))

(defun seekline-session-close (session)
  "Close SESSION.  Nothing is heard of it any more."
  (let ((inhibit-quit t))
    (remhash (seekline-session-name session) seekline--sessions)
    (setf (seekline-session-listener session) nil)
    (when (seekline-session-live-p session)
      (ignore-errors ; of an engine that ends this very moment
        (jsonrpc-notify (seekline-session-connection session) 'closeSession
                        (list :session (seekline-session-name session)))))
    (setf (seekline-session-connection session) nil
          (seekline-session-asked session) 0
          (seekline-session-loading session) nil
          (seekline-session-behind session) nil
          (seekline-session-pending session) nil)))

(defun seekline--fail (session error)
  "Let ERROR, from an answer, be the error of SESSION."
  (setf (seekline-session-status session) "error"
        (seekline-session-error session)
        (list :scope "search" :kind "config" :message (plist-get error :message)))
  (seekline--tell session 'error))

(defun seekline--call (session method params success failure)
  "Call METHOD with PARAMS in SESSION.
SUCCESS gets the result, FAILURE the error.  Neither is called if
the session has been closed or reopened meanwhile."
  (let* ((connection (seekline-session-connection session))
         (opening (seekline-session-openings session))
         ;; It may have been reopened in the same engine, if that refused to open it before.
         (mine (lambda ()
                 (and (eq connection (seekline-session-connection session))
                      (eql opening (seekline-session-openings session))))))
    (condition-case problem
        (seekline-silence-request
         connection method `(:session ,(seekline-session-name session) ,@params)
         (lambda (result) (when (funcall mine) (funcall success result)))
         (lambda (error) (when (funcall mine) (funcall failure error))))
      (error
       ;; The engine may have ended at this very moment, and then it cannot be written to.  Those errors have no type of
       ;; their own.
       (unless (memq (car problem) '(error file-error))
         (signal (car problem) (cdr problem)))
       (seekline--lose session (seekline--last-words connection))))))

;;;; User actions

(defun seekline--ask (session method params)
  "Call METHOD, which may begin a load, with PARAMS in SESSION."
  (let ((connection (seekline-session-connection session)))
    (cl-incf (seekline-session-asked session))
    (seekline--repeat-silence session)
    (seekline--call
     session method params
     (lambda (result)
       (cl-decf (seekline-session-asked session))
       ;; The notification about that is in flight.  Until it arrives, the session must not look settled.
       (setf (seekline-session-short-by session) (seekline--short-by session result))
       (pcase (plist-get result :outcome)
         ("started" (setf (seekline-session-loading session) t
                          (seekline-session-guessed session) t))
         ("scheduled" (setf (seekline-session-pending session) "debounce"
                            (seekline-session-guessed session) t)))
       (seekline--tell session 'loading))
     (lambda (error)
       (cl-decf (seekline-session-asked session))
       ;; The end of the engine is reported by `seekline--lose'.
       (when (jsonrpc-running-p connection)
         (seekline--fail session error))))))

(defun seekline--repeat-silence (session)
  "Tell SESSION once more that the engine is silent, if it is.
The last key has removed the message about it from the minibuffer."
  (when seekline-silent
    (seekline--tell session 'loading)))

(defun seekline--short-by (session result)
  "Return how many more characters SESSION needs, according to RESULT."
  (or (plist-get result :shortBy)
      (if (equal (plist-get result :outcome) "tooShort")
          ;; An engine that does not say counts grapheme clusters; there are at most this many.
          (max 1 (- (or (seekline-session-minimum session) 1)
                    (length (seekline-trim (seekline-session-text session)))))
        0)))

(defun seekline--ask-for (session method text)
  "Let METHOD search for TEXT in SESSION."
  (let ((inhibit-quit t))
    (unless (seekline-session-live-p session)
      (seekline--connect session)
      (unless (equal text (seekline-session-text session))
        (seekline--forget-list session))
      (setf (seekline-session-behind session) #'ignore))
    (setf (seekline-session-text session) text)
    (seekline--ask session method (list :query (seekline-plain text)))))

(defun seekline--forget-list (session)
  "Forget the list of SESSION: a new engine does not withdraw an old list."
  (setf (seekline-session-items session) nil
        (seekline-session-query session) nil
        (seekline-session-more session) nil
        (seekline-session-total session) nil
        (seekline-session-partial session) nil)
  (seekline--tell session 'items 0))

(defun seekline-session-set-query (session text)
  "Say that TEXT stands in the search box of SESSION."
  (seekline--ask-for session 'setQuery text))

(defun seekline-session-submit (session text)
  "Let SESSION search for TEXT now."
  (seekline--ask-for session 'submit text))

(defun seekline--ask-again (session method &optional params)
  "Call METHOD with PARAMS in SESSION.
If the engine has ended meanwhile, search again instead: there is
no list to continue."
  (let ((inhibit-quit t))
    (if (seekline-session-live-p session)
        (seekline--ask session method params)
      (seekline--revive session (if (eq method 'reachedBottom) 1 0)))))

(defun seekline--revive (session more)
  "Open SESSION in a new engine, and search for what was asked last.
The list gets as long as it was, and MORE items than that."
  (let ((text (seekline-session-text session))
        (held (length (seekline-session-items session))))
    (if (null text)
        (seekline--connect session)
      (seekline-session-submit session text)
      (when (> held 0)
        (seekline--ask session 'reachedBottom (list :need (+ held more)))))))

(defun seekline--go-on (session)
  "Do what was to be done once a new engine has the list of SESSION back.
That is when it has settled, unless that engine is gone too."
  (when-let ((next (and (seekline-session-settled-p session) (seekline-session-behind session))))
    (setf (seekline-session-behind session) nil)
    (when (seekline-session-live-p session)
      (funcall next))))

(defun seekline-session-reached-bottom (session)
  "Say that the end of the list of SESSION is in sight."
  (seekline--ask-again session 'reachedBottom (list :generation (seekline-session-generation session))))

(defun seekline-session-refresh (session)
  "Load the list of SESSION anew."
  (seekline--ask-again session 'refresh))

(defun seekline-session-retry (session)
  "Repeat what failed in SESSION."
  (seekline--ask-again session 'retry))

(defun seekline-session-cancel (session)
  "Stop what SESSION waits for."
  (let ((inhibit-quit t))
    (when (seekline-session-live-p session)
      (seekline--ask session 'cancel nil))))

(defun seekline-session-detail (session id success failure)
  "Open the item ID of SESSION: SUCCESS gets the detail, FAILURE a text.
A detail that gives way to a newer one is not heard of again.
If the engine has ended, the list has to be back first: a source
may know its items by that alone."
  (let ((inhibit-quit t)
        (open (lambda ()
                (seekline--call session 'openDetail (list :id id) success
                                (lambda (error)
                                  (unless (eql (plist-get error :code) -32800)
                                    (funcall failure (or (plist-get (plist-get error :data) :message)
                                                         (plist-get error :message)))))))))
    (unless (seekline-session-live-p session)
      (seekline--revive session 0))
    (if (seekline-session-behind session)
        (setf (seekline-session-behind session) open)
      (funcall open))))

;;;; Waiting

(defun seekline-session-settled-p (session)
  "Whether nothing is under way in SESSION."
  (not (or (> (seekline-session-asked session) 0)
           (and (seekline-session-live-p session) (seekline-session-filling-p session))
           (seekline-session-loading session)
           (seekline-session-pending session))))

(defun seekline--make-sure (session)
  "Ask for the state of SESSION, if nothing was reported since a call.
A client that reads slowly is not told of a load that came and went."
  (when (and (seekline-session-guessed session) (seekline-session-live-p session))
    (setf (seekline-session-guessed session) nil)
    (seekline--call session 'getState nil
                    (lambda (state)
                      (seekline--fold-loading session state)
                      (seekline--tell session 'loading))
                    #'ignore)))

(defvar seekline-session-patience 1
  "How many seconds a command waits for an answer while there is input behind it.
What is typed ahead of a list, such as Down and RET, is meant for
that list.")

(defun seekline-session-wait (session &optional until)
  "Wait until SESSION has settled or there is input.
With UNTIL, a time in seconds, wait until then at most.  Return
whether it has settled.  Within `while-no-input' input ends that
at once, as it should; elsewhere a command needs the answer, and
input waits for `seekline-session-patience'.  Timers and
processes go on meanwhile."
  ;; Checking for input beats being interrupted by it: a throw out of `accept-process-output' loses keys in terminals.
  ;; So nothing is thrown except here, and no flag is left behind that would be taken for a quit further out.
  (let* ((outer throw-on-input)
         (end (+ (float-time) (if outer 0 seekline-session-patience)))
         (inhibit-quit t))
    (seekline--repeat-silence session)
    (let ((throw-on-input nil))
      (when (and outer (eq quit-flag outer))
        (setq quit-flag nil))
      (while (not (or (seekline-session-settled-p session)
                      (and until (<= until (float-time)))
                      ;; A quit also counts as pending input: it is left to the wait below, which it ends.
                      (and (input-pending-p) (not (eq quit-flag t)) (<= end (float-time)))))
        (let ((inhibit-quit nil))
          ;; Without a process, this waits another 10 ms after something has arrived.
          (unless (accept-process-output (and (process-live-p seekline--process) seekline--process) 0.02)
            (seekline--make-sure session)
            ;; If RET was typed right after some text, Emacs has not displayed the text yet.
            (redisplay))))
      (when (and outer (not (seekline-session-settled-p session)))
        (throw outer t))))
  (let ((settled (seekline-session-settled-p session)))
    (setf (seekline-session-missed session) (not settled))
    (when settled
      (setf (seekline-session-seen session) (seekline-session-items session)))
    settled))

(provide 'seekline-session)
;;; seekline-session.el ends here
